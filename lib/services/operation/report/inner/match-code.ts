import { db } from "@/lib/db/client";
import { readSupportCode, supportCode } from "@/lib/domain/support-code/support-code";
import { isNumberIssued } from "@/lib/line/commands/numbers-issued";
import type { Redis } from "@/lib/line/redis-client";
import { mayBeFalseCode } from "@/lib/secrets/false-queue-id";
import { readFromLine } from "@/lib/services/ground/line-redis";
import type { SearchedEvent } from "./searched-events";

/** A place that what was searched for may name, and the code that tells its story. */
export type VisitorMatch = {
  readonly eventId: string;
  readonly eventName: string;
  readonly isOpen: boolean;
  readonly run: number;
  /** The name of its lane; null where the event has one only. */
  readonly lane: string | null;
  /** As it was handed out on joining; null for somebody of the false queue. */
  readonly number: number | null;
  /** A support code or a queue id, for `findVisitor` with this event. */
  readonly code: string;
};

type Named = { readonly runId: number; readonly lane: number; readonly number: number };

/** A match by a number that was handed out at an event. */
export function matchOf(event: SearchedEvent, { runId, lane, number }: Named): VisitorMatch {
  const { eventId, name, isOpen, currentRun, laneNames } = event;
  const isFalse = mayBeFalseCode(number);
  return {
    ...{ eventId, eventName: name, run: runId },
    isOpen: isOpen && runId === currentRun,
    lane: laneNames.length === 1 ? null : (laneNames[lane] ?? null),
    number: isFalse ? null : number,
    code: supportCode({ runId, lane, number }),
  };
}

/**
 * The places that a support code can name: a code says run, lane and number, and not the event. Those of runs that are under way;
 * only where there is none, those of earlier runs. Costs two fields of Redis for each event that the code fits.
 */
export async function matchSupportCode(
  events: readonly SearchedEvent[],
  typed: string,
): Promise<readonly VisitorMatch[]> {
  const read = events.flatMap((event): { event: SearchedEvent; named: Named }[] => {
    const named = readSupportCode(typed, event.currentRun);
    const isOfEvent = named.ok && named.runId > 0 && named.lane < event.laneNames.length;
    return isOfEvent ? [{ event, named }] : [];
  });
  const now = read.filter(({ event, named }) => named.runId === event.currentRun);
  const held = await readFromLine((redis) =>
    Promise.all(now.map(({ event, named }) => isHeld(redis, event, named))),
  );
  const found = now.filter((_, index) => held[index]);
  const shown = found.length > 0 ? found : await ofEarlierRuns(read);
  return shown.map(({ event, named }) => matchOf(event, named));
}

async function isHeld(redis: Redis, event: SearchedEvent, named: Named): Promise<boolean> {
  if (mayBeFalseCode(named.number)) return event.hasFalseQueue;
  return isNumberIssued(redis, event.ref, named);
}

type Read = { readonly event: SearchedEvent; readonly named: Named };

async function ofEarlierRuns(read: readonly Read[]): Promise<readonly Read[]> {
  const earlier = read.filter(({ event, named }) => named.runId < event.currentRun);
  if (earlier.length === 0) return [];
  const runs = await db().run.findMany({
    where: { OR: earlier.map(({ event, named }) => ({ eventId: event.id, number: named.runId })) },
    orderBy: { openedAt: "desc" },
    select: { eventId: true, number: true },
  });
  return runs.flatMap((run) =>
    earlier.filter(({ event, named }) => event.id === run.eventId && named.runId === run.number),
  );
}
