import { useState } from "react";
import { FormMessage } from "@/components/shared/form-message";
import { formatNumber, plural } from "@/components/shared/format";
import { LookupPanel } from "@/components/shared/lookup-panel";
import { Moment } from "@/components/shared/moment";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import type { Action, ActionResult } from "@/lib/http/action-result";
import type { PlaceView } from "@/lib/services/event/place/find-place";
import type { FindPlaceInput, ReleasePlaceInput } from "@/lib/services/event/settings/inputs";
import { PlaceScore } from "./place-score";

type PlaceFinderProps = {
  eventId: string;
  find: Action<FindPlaceInput, PlaceView>;
  /** Releases somebody from the false queue; absent for whoever may not. */
  release?: Action<ReleasePlaceInput, { readonly queueId: string }>;
};

/** Says where a visitor stands who reads out the support code of the waiting page. */
export function PlaceFinder({ eventId, find, release }: PlaceFinderProps) {
  return (
    <LookupPanel
      title="Find a visitor"
      description="Enter the support code from the waiting page, or the queue ID of an admitted visitor."
      label="Support code or queue ID"
      placeholder="K7QF-3MTP"
      button="Find"
      find={({ code }) => find({ eventId, code })}
      show={(place) => (
        <FoundPlace
          place={place}
          release={
            release === undefined || place.state !== "false-queue" || place.queueId === undefined
              ? null
              : async () => release({ eventId, queueId: place.queueId ?? "" })
          }
        />
      )}
    />
  );
}

const STATES = {
  waiting: {
    label: "Waiting",
    color: "accent",
    says: "Keeps their place for the rest of the run.",
  },
  called: { label: "Called", color: "success", says: "Can enter now but hasn't yet." },
  admitted: {
    label: "Admitted",
    color: "success",
    says: "The place has been used. It works once.",
  },
  left: { label: "Left", color: "default", says: "Gave up their place, or the visit is over." },
  never: { label: "Unknown", color: "warning", says: "This number was never issued." },
  "false-queue": {
    label: "False queue",
    color: "warning",
    says: "Matched an access rule: waits but is never called. The number they see isn't real.",
  },
  released: {
    label: "Released",
    color: "success",
    says: "Released from the false queue. Joins the end of the line within seconds.",
  },
  blocked: { label: "Blocked", color: "danger", says: "Blocked by an access rule." },
  dropped: {
    label: "Dropped",
    color: "warning",
    says: "Excluded from the draw by score. The visitor can rejoin at the end of the line; if this was a mistake, send them a staff link.",
  },
  "earlier-run": {
    label: "Earlier run",
    color: "default",
    says: "From an earlier run. The visitor can join again.",
  },
} as const;

type FoundPlaceProps = {
  place: PlaceView;
  release: (() => Promise<ActionResult<{ readonly queueId: string }>>) | null;
};

function FoundPlace({ place, release }: FoundPlaceProps) {
  const { lane, number, state: found, ahead, admittedAt, blocked, score } = place;
  const [isReleased, setReleased] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const state = isReleased ? "released" : found;
  const { label, color, says } = STATES[state];
  const press = async () => {
    const result = await release?.();
    if (result?.ok === true) setReleased(true);
    else setProblem(result?.error.message ?? "Something went wrong. Try again.");
  };
  return (
    <div className="mt-4 flex flex-col gap-2 border-t border-separator pt-4">
      <div className="flex flex-wrap items-center gap-2">
        {number === 0 ? null : (
          <span className="font-medium tabular-nums">Number {formatNumber(number)}</span>
        )}
        {lane === null ? null : (
          <Chip size="sm" variant="soft">
            {lane}
          </Chip>
        )}
        <Chip size="sm" color={color} variant="soft">
          {label}
        </Chip>
      </div>
      <p className="text-sm text-muted">
        {ahead === null ? null : `${plural(ahead, "visitor")} ahead. `}
        {says}
        {admittedAt === null ? null : (
          <>
            {" Admitted "}
            <Moment at={admittedAt} />.
          </>
        )}
        {blocked === undefined ? null : (
          <>
            {` By “${blocked.rule}”, `}
            <Moment at={blocked.at} />.
          </>
        )}
      </p>
      {score === null ? null : <PlaceScore score={score} />}
      {problem === null ? null : <FormMessage message={problem} />}
      {release === null || isReleased ? null : (
        <div>
          <Button size="sm" variant="secondary" onClick={() => void press()}>
            Release into line
          </Button>
        </div>
      )}
    </div>
  );
}
