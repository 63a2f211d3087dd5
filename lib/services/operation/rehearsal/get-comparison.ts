import { db } from "@/lib/db/client";
import type { Range, RealRun, WhatIfOutcome } from "@/lib/domain/rehearsal/what-if";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { lastRealRun } from "./inner/real-run";
import { stored } from "./rehearsal-view";

/** What was expected of an event, and what happened before: to be read beside what happens now. */
export type Comparison = {
  /** Of the newest what-if, its first variant. `clearing` is in minutes from the opening; null where some runs never cleared. */
  readonly rehearsal: {
    readonly id: string;
    readonly clearing: Range | null;
    readonly peakWaiting: Range;
  } | null;
  /** The newest run that is over. */
  readonly lastRun: {
    /** In minutes from its first visitor; null where people still waited, or nobody ever did. */
    readonly clearedMinute: number | null;
    readonly waitingAtEnd: number;
    readonly peakWaiting: number;
  } | null;
};

/** The newest rehearsal and the last run of an event. Throws `not_found`. */
export const getComparison = defineVerb(
  "event:read",
  eventIdInput,
  async (context, { eventId }): Promise<Comparison> => {
    const event = await getEventOfCustomer(db(), context, eventId);
    const before = event.status === "open" ? { before: event.currentRun } : {};
    const [rehearsal, lastRun] = await Promise.all([
      db().rehearsal.findFirst({
        where: {
          customerId: context.customer.id,
          eventId: event.id,
          kind: "what_if",
          state: "done",
        },
        orderBy: { createdAt: "desc" },
        select: { id: true, outcome: true },
      }),
      lastRealRun({ id: event.id, name: event.name, ...before }),
    ]);
    return {
      rehearsal: rehearsal && rehearsed(rehearsal.id, stored<WhatIfOutcome>(rehearsal.outcome)),
      lastRun: lastRun && happened(lastRun),
    };
  },
);

function rehearsed(id: string, { variants }: WhatIfOutcome): Comparison["rehearsal"] {
  const [first] = variants;
  return first === undefined
    ? null
    : { id, clearing: first.clearing, peakWaiting: first.peakWaiting };
}

function happened({ end, clearedMinute, peakWaiting }: RealRun): Comparison["lastRun"] {
  if (end === null) return null;
  const waitingAtEnd = end.leftWaiting;
  return { clearedMinute: waitingAtEnd > 0 ? null : clearedMinute, waitingAtEnd, peakWaiting };
}
