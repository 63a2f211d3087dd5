import { type ReactNode, useState } from "react";
import { DangerDialog } from "@/components/shared/danger-dialog";
import { formatNumber } from "@/components/shared/format";
import { RoleNote } from "@/components/shared/role-note";
import { useReveal } from "@/components/shared/use-reveal";
import { Button } from "@/components/ui/button";
import { runningNumber } from "@/lib/domain/line/epoch";
import type { ActionResult } from "@/lib/http/action-result";
import { MoveToLane } from "./move-to-lane";
import { nameOfVisitor, visitorInSentence } from "./name-of-visitor";
import type { VisitorPanelProps } from "./visitor-panel";

/** Long enough for a call, short enough that a link that goes round lets few in. */
const LINK_HOURS = 1;

/** What somebody on the phone with a visitor can do for them, as far as their role may. */
export function VisitorActs(props: VisitorPanelProps) {
  const { story, actions } = props;
  const { place, canCancel, canLetIn, lanes } = story;
  const { cancel, letIn, release, makeLink, makeCode } = actions;
  const isInLine = place.state === "waiting" || place.state === "called";
  const mayNothing = [cancel, letIn, release, makeLink, makeCode].every((one) => one === undefined);
  const isThere = canCancel || canLetIn;
  if (!isThere) return null;
  if (mayNothing)
    return <RoleNote permission="event:operate" act="admit, move or remove a visitor" />;
  return (
    <div className="flex flex-wrap gap-2 border-t border-separator pt-3">
      {isInLine && canLetIn && !story.isLetIn && letIn !== undefined ? (
        <AdmitNext {...props} letIn={letIn} />
      ) : null}
      {canLetIn && makeLink !== undefined ? <LetIn {...props} makeLink={makeLink} /> : null}
      {canLetIn && makeCode !== undefined && lanes.length > 1 ? (
        <MoveToLane story={story} makeCode={makeCode} />
      ) : null}
      {place.state === "false-queue" && release !== undefined ? (
        <Release {...props} release={release} />
      ) : null}
      {canCancel && cancel !== undefined ? <Remove {...props} cancel={cancel} /> : null}
    </div>
  );
}

type AdmitNextProps = VisitorPanelProps & {
  letIn: NonNullable<VisitorPanelProps["actions"]["letIn"]>;
};

function AdmitNext({ story, code, letIn, onChanged }: AdmitNextProps) {
  const { place, eventId, eventName } = story;
  return (
    <Act
      label="Admit next"
      title={`Admit ${visitorInSentence(story)} next?`}
      confirm="Admit next"
      variant="primary"
      run={() => letIn({ eventId, code, number: place.number })}
      onDone={onChanged}
    >
      The visitor enters {eventName} the next time their page checks in: immediately on reload,
      otherwise within six minutes. They take the next free slot, ahead of everybody who waits. The
      active cap and the stock still hold.
    </Act>
  );
}

type LetInProps = VisitorPanelProps & {
  makeLink: NonNullable<VisitorPanelProps["actions"]["makeLink"]>;
};

const STAFF_LINK = {
  title: "Staff link for this visitor",
  what: "the staff link",
  advice: "This link is only shown once. Send it to the visitor, who is admitted by opening it.",
};

function LetIn({ story, makeLink }: LetInProps) {
  const reveal = useReveal();
  return (
    <Act
      label="Admit by staff link"
      title={`Admit ${visitorInSentence(story)} by staff link?`}
      confirm="Create staff link"
      variant="primary"
      run={() =>
        makeLink({
          eventId: story.eventId,
          label: nameOfVisitor(story),
          validHours: LINK_HOURS,
        })
      }
      onDone={(made) => reveal(STAFF_LINK, made.url)}
    >
      Creates a link that bypasses the line of {story.eventName} for one hour, outside its outflow.
      Anyone who has the link can use it. It is named in the audit log and can be revoked.
    </Act>
  );
}

type ReleaseProps = VisitorPanelProps & {
  release: NonNullable<VisitorPanelProps["actions"]["release"]>;
};

function Release({ story, release, onChanged }: ReleaseProps) {
  const { place, eventId } = story;
  return (
    <Act
      label="Release into line"
      title="Release this visitor from the false queue?"
      confirm="Release into line"
      variant="primary"
      run={() => release({ eventId, queueId: place.queueId ?? "" })}
      onDone={onChanged}
    >
      They get a place at the end of the line of {story.eventName} as soon as their page asks.
    </Act>
  );
}

type RemoveProps = VisitorPanelProps & {
  cancel: NonNullable<VisitorPanelProps["actions"]["cancel"]>;
};

function Remove({ story, code, cancel, onChanged }: RemoveProps) {
  const { place, eventId } = story;
  const number = runningNumber(place.number);
  return (
    <Act
      label="Cancel place"
      title={`Cancel place ${formatNumber(number)}?`}
      confirm="Cancel place"
      variant="danger"
      typeName={String(number)}
      run={() => cancel({ eventId, code, number: place.number })}
      onDone={onChanged}
    >
      {place.state === "admitted"
        ? "Frees the seat immediately. An existing session on your site continues until your site ends it."
        : "The visitor loses this place. They can rejoin at the end of the line."}
    </Act>
  );
}

type ActProps<Data> = {
  /** Of the button. */
  label: string;
  title: string;
  confirm: string;
  variant: "primary" | "danger";
  typeName?: string;
  run: () => Promise<ActionResult<Data>>;
  onDone: (data: Data) => void;
  children: ReactNode;
};

/** A button that asks first. */
function Act<Data>({ label, ...asked }: ActProps<Data>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant={asked.variant === "danger" ? "danger-soft" : "secondary"}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <DangerDialog {...asked} isOpen={isOpen} onOpenChange={setOpen} />
    </>
  );
}
