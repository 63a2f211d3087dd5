"use client";

import { useState } from "react";
import { FormMessage } from "@/components/shared/form-message";
import { formatNumber, plural } from "@/components/shared/format";
import { LookupPanel } from "@/components/shared/lookup-panel";
import { Moment } from "@/components/shared/moment";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import type { Action, ActionResult } from "@/lib/http/action-result";
import type { PlaceView } from "@/lib/services/event/find-place";
import type { FindPlaceInput, ReleasePlaceInput } from "@/lib/services/event/inputs";
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
      description="The waiting page shows each visitor a support code. Type it, or the queue id of somebody who was let in."
      label="Support code or queue id"
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
  waiting: { label: "Waiting", color: "accent", says: "Keeps the place as long as the line runs." },
  called: { label: "Called", color: "success", says: "May go in now, and has not yet." },
  admitted: { label: "Let in", color: "success", says: "The place was used; it lets in once." },
  left: { label: "Left", color: "default", says: "Gave the place back, or the visit is over." },
  never: { label: "Unknown", color: "warning", says: "Nobody was given this number." },
  "false-queue": {
    label: "False queue",
    color: "warning",
    says: "Waits and is never called: an access rule has named them. The number that they see is nobody’s.",
  },
  released: {
    label: "Released",
    color: "success",
    says: "Was in the false queue, and gets a place at the end of the line with the next question of the page.",
  },
  blocked: { label: "Blocked", color: "danger", says: "An access rule has turned them away." },
  dropped: {
    label: "Dropped",
    color: "warning",
    says: "Left out of the draw by its score. The visitor can join again at the end of the line; a staff link lets in whoever was left out by mistake.",
  },
  "earlier-run": {
    label: "Earlier run",
    color: "default",
    says: "The line was started anew since. The visitor can join again.",
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
    else setProblem(result?.error.message ?? "It did not work. Try again.");
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
            {" Let in "}
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
            Release into the line
          </Button>
        </div>
      )}
    </div>
  );
}
