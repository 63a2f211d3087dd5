"use client";

import { Chip } from "@heroui/react";
import { formatNumber, plural } from "@/components/shared/format";
import { LookupPanel } from "@/components/shared/lookup-panel";
import { Moment } from "@/components/shared/moment";
import type { Action } from "@/lib/http/action-result";
import type { PlaceView } from "@/lib/services/event/find-place";
import type { FindPlaceInput } from "@/lib/services/event/inputs";

type PlaceFinderProps = {
  eventId: string;
  find: Action<FindPlaceInput, PlaceView>;
};

/** Says where a visitor stands who reads out the support code of the waiting page. */
export function PlaceFinder({ eventId, find }: PlaceFinderProps) {
  return (
    <LookupPanel
      title="Find a visitor"
      description="The waiting page shows each visitor a support code. Type it to see where they stand."
      label="Support code"
      placeholder="K7QF-3MTP"
      button="Find"
      find={({ code }) => find({ eventId, code })}
      show={(place) => <FoundPlace place={place} />}
    />
  );
}

const STATES = {
  waiting: { label: "Waiting", color: "accent", says: "Keeps the place as long as the line runs." },
  called: { label: "Called", color: "success", says: "May go in now, and has not yet." },
  admitted: { label: "Let in", color: "success", says: "The place was used; it lets in once." },
  left: { label: "Left", color: "default", says: "Gave the place back, or the visit is over." },
  never: { label: "Unknown", color: "warning", says: "Nobody was given this number." },
  "earlier-run": {
    label: "Earlier run",
    color: "default",
    says: "The line was started anew since. The visitor can join again.",
  },
} as const;

function FoundPlace({ place }: { place: PlaceView }) {
  const { lane, number, state, ahead, admittedAt } = place;
  const { label, color, says } = STATES[state];
  return (
    <div className="mt-4 flex flex-col gap-2 border-t border-separator pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium tabular-nums">Number {formatNumber(number)}</span>
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
      </p>
    </div>
  );
}
