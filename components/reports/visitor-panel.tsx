import Link from "next/link";
import { useState } from "react";
import { PlaceScore } from "@/components/live/place-score";
import { CopyLine } from "@/components/shared/copy-line";
import { DangerDialog } from "@/components/shared/danger-dialog";
import { formatNumber, plural } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import type { Action } from "@/lib/http/action-result";
import type { VisitorStep, VisitorStory } from "@/lib/services/operation/report/find-visitor";
import type { CancelPlaceInput } from "@/lib/services/operation/report/visitor-inputs";

type VisitorPanelProps = {
  story: VisitorStory;
  /** By what they were found. */
  code: string;
  cancel: Action<CancelPlaceInput, { readonly number: number }> | undefined;
  onCancelled: () => void;
};

const STATES: Readonly<Record<VisitorStory["place"]["state"], string>> = {
  waiting: "Waiting",
  called: "Called, not yet admitted",
  admitted: "Admitted",
  left: "Left or cancelled",
  never: "Number never issued",
  dropped: "Excluded from the draw by score",
  "earlier-run": "From an earlier run",
  "false-queue": "In the false queue",
  released: "Released from the false queue",
  blocked: "Blocked by an access rule",
};

/** What is stored of one visitor, from joining to the end of the visit. */
export function VisitorPanel({ story, code, cancel, onCancelled }: VisitorPanelProps) {
  const { place, eventName, run, runId, queueId, steps, moves } = story;
  return (
    <Panel
      title={place.number === 0 ? "Visitor" : `Number ${formatNumber(place.number)}`}
      description={
        <>
          {eventName},{" "}
          <Link href={`/reports/${runId}`} className="link-text">
            run {run}
          </Link>
          {place.lane === null ? "" : `, lane ${place.lane}`}
        </>
      }
      actions={
        <Chip size="sm" color={place.state === "admitted" ? "success" : "default"} variant="soft">
          {STATES[place.state]}
        </Chip>
      }
    >
      <div className="flex flex-col gap-4">
        {place.ahead === null ? null : (
          <p className="text-sm">{plural(place.ahead, "visitor")} ahead.</p>
        )}
        <StepList steps={steps} />
        {moves === null || moves === 0 ? null : (
          <p className="text-sm">Moved to another device {plural(moves, "time")}.</p>
        )}
        {queueId === null ? null : <CopyLine text={queueId} label="Copy the queue ID" />}
        {place.score === null ? null : <PlaceScore score={place.score} />}
        <Cancel story={story} code={code} cancel={cancel} onCancelled={onCancelled} />
      </div>
    </Panel>
  );
}

const WAYS: Readonly<Record<string, string>> = {
  queue: "from the line",
  safetynet: "without waiting",
  disabled: "while everyone was let through",
  afterevent: "after the end",
  bypass: "by staff link",
};

function stepText({ what, detail }: VisitorStep): string {
  switch (what) {
    case "joined":
      return "Joined the line";
    case "let-in":
      return `Admitted ${WAYS[detail ?? ""] ?? ""}`.trim();
    case "renewed":
      return "Token renewed";
    case "cancelled":
      return `Cancelled by ${detail ?? "somebody"}`;
    case "seat-ends":
      return "Seat expires";
    case "seat-over":
      return "Visit over";
  }
}

function StepList({ steps }: { steps: readonly VisitorStep[] }) {
  if (steps.length === 0)
    return <p className="text-sm text-muted">The join time was not stored.</p>;
  return (
    <ol className="flex flex-col gap-1.5">
      {steps.map((step) => (
        <li
          key={`${step.what} ${step.at}`}
          className="grid gap-x-4 text-sm sm:grid-cols-[13rem_minmax(0,1fr)]"
        >
          <span className="figures text-xs leading-5 text-muted">
            {step.isAbout ? "about " : ""}
            {step.at === null ? "" : <Moment at={step.at} />}
          </span>
          <span>{stepText(step)}</span>
        </li>
      ))}
    </ol>
  );
}

function Cancel({ story, code, cancel, onCancelled }: VisitorPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const { place, eventId, canCancel } = story;
  if (!canCancel) return null;
  if (cancel === undefined) return <RoleNote permission="event:operate" act="cancel a place" />;
  return (
    <div className="border-t border-separator pt-3">
      <Button size="sm" variant="danger-soft" onClick={() => setOpen(true)}>
        Cancel place
      </Button>
      <DangerDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`Cancel place ${formatNumber(place.number)}?`}
        confirm="Cancel place"
        typeName={String(place.number)}
        run={() => cancel({ eventId, code, number: place.number })}
        onDone={onCancelled}
      >
        {place.state === "admitted"
          ? "Frees the seat immediately. An existing session on your site continues until your site ends it."
          : "The visitor loses this place. They can rejoin at the end of the line."}
      </DangerDialog>
    </div>
  );
}
