import Link from "next/link";
import { PlaceScore } from "@/components/live/place-score";
import { CopyLine } from "@/components/shared/copy-line";
import { formatNumber, plural } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import { Chip } from "@/components/ui/chip";
import { runningNumber } from "@/lib/domain/line/epoch";
import type { VisitorStep, VisitorStory } from "@/lib/services/operation/report/find-visitor";
import { standingOf } from "./standing-of";
import type { VisitorActions } from "./visitor-actions";
import { VisitorActs } from "./visitor-acts";

export type VisitorPanelProps = {
  story: VisitorStory;
  /** By what they were found. */
  code: string;
  actions: VisitorActions;
  /** Something was done: the story has gone on. */
  onChanged: () => void;
};

/** What is stored of one visitor, from joining to the end of the visit. */
export function VisitorPanel({ story, code, actions, onChanged }: VisitorPanelProps) {
  const { place, eventId, eventName, run, runId, queueId, steps, moves, isPresent } = story;
  const standing = standingOf(story.place);
  return (
    <Panel
      title={place.number === 0 ? "Visitor" : `Number ${formatNumber(runningNumber(place.number))}`}
      description={
        <>
          <Link href={`/events/${eventId}`} className="link-text">
            {eventName}
          </Link>
          ,{" "}
          <Link href={`/reports/${runId}`} className="link-text">
            run {run}
          </Link>
          {place.lane === null ? "" : `, lane ${place.lane}`}
        </>
      }
      actions={
        <Chip size="sm" color={standing.isIn ? "success" : "default"} variant="soft">
          {standing.label}
        </Chip>
      }
    >
      <div className="flex flex-col gap-4">
        {place.blocked === undefined ? null : (
          <p className="text-sm">
            By “{place.blocked.rule}”, <Moment at={place.blocked.at} />.
          </p>
        )}
        {place.ahead === null ? null : (
          <p className="text-sm">{plural(place.ahead, "visitor")} ahead.</p>
        )}
        <p className="text-sm text-muted">
          {story.isLetIn
            ? "Admitted as soon as their page asks. Ask the visitor to reload it, or wait up to six minutes."
            : standing.why}
        </p>
        <StepList steps={steps} />
        {isPresent === null ? null : (
          <p className="text-sm">
            {isPresent
              ? "Near the front: their browser said that they are there."
              : "Not near the front yet. When a waiting visitor was last seen is stored in their browser only."}
          </p>
        )}
        {moves === null || moves === 0 ? null : (
          <p className="text-sm">Moved to another device {plural(moves, "time")}.</p>
        )}
        {queueId === null ? null : <CopyLine text={queueId} label="Copy the queue ID" />}
        {place.score === null ? null : <PlaceScore score={place.score} />}
        <VisitorActs story={story} code={code} actions={actions} onChanged={onChanged} />
      </div>
    </Panel>
  );
}

const WAYS: Readonly<Record<string, string>> = {
  queue: "from the line",
  next: "next by your team",
  safetynet: "without waiting",
  disabled: "while everyone was let through",
  afterevent: "after the end",
  bypass: "by staff link",
};

const MEANS: Readonly<Record<string, string>> = { mail: "by e-mail", push: "by push message" };

function stepText({ what, detail }: VisitorStep): string {
  switch (what) {
    case "joined":
      return "Joined the line";
    case "notice-asked":
      return `Asked to be notified ${MEANS[detail ?? ""] ?? ""}`.trim();
    case "notice-confirmed":
      return "Confirmed their e-mail address";
    case "notice-sent":
      return `Notified of their turn ${MEANS[detail ?? ""] ?? ""}`.trim();
    case "let-in":
      return `Admitted ${WAYS[detail ?? ""] ?? ""}`.trim();
    case "renewed":
      return "Token renewed";
    case "let-in-next":
      return `Given the next slot by ${detail ?? "somebody"}`;
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
