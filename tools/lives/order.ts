import { runningNumber } from "@/lib/domain/line/epoch";
import type { PublicLine } from "@/lib/domain/line/public-line";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { HeldNumber, Visitor } from "./visitor";

/** Whoever is this far behind somebody, in seconds of outflow, is let in after them. */
const ORDER_SECONDS = 10;
/** The outflow of so long counts for it. */
export const ORDER_MS = 1_000 * ORDER_SECONDS;
/** Where somebody joined the line this long before another visitor came, they are before that visitor. */
const JOIN_MS = 15_000;
/** How long before an opening somebody must be there to count as one who waited for it, and after it as one who did not. */
const OPENED_MS = 20_000;

type Ordered = Pick<Visitor, "numbers" | "openedAtMs" | "isHonestlyWaiting">;

/** Who still waits, and was before somebody who is let in; nobody where the order was kept. */
export function whoWasOvertaken<Somebody extends Ordered>(
  admitted: Ordered,
  all: readonly Somebody[],
  outflowPerMinute: number,
): Somebody | undefined {
  const apart = Math.max(1, (ORDER_SECONDS * outflowPerMinute) / 60);
  return all.find(
    (other) => other.isHonestlyWaiting && other !== admitted && isBefore(other, admitted, apart),
  );
}

function isBefore(other: Ordered, admitted: Ordered, apart: number): boolean {
  const [mine, theirs] = [admitted.numbers.at(-1), other.numbers.at(-1)];
  if (theirs === undefined) return false;
  if (mine === undefined) return admitted.openedAtMs - other.openedAtMs > JOIN_MS;
  if (mine.runId !== theirs.runId || mine.lane !== theirs.lane) return false;
  if (mine.isDrawn !== theirs.isDrawn || mine.number < theirs.number) return false;
  // A loss of Redis leaves out numbers that nobody ever holds.
  return runningNumber(mine.number) - runningNumber(theirs.number) > apart;
}

/** A moment at which something begins, as a page was told. */
export type ToldOpening = {
  readonly runId: number;
  /** As the clock on the wall has it. */
  readonly opensAtMs: number;
  /** When the page heard of it first, by the monotonic clock. */
  readonly sinceMs: number;
};

/** What a page has been told of, after it has heard of the line once more. */
export function withOpening(
  told: readonly ToldOpening[],
  { run: runId, nextAt }: Pick<PublicLine, "run" | "nextAt">,
  sinceMs: number,
): readonly ToldOpening[] {
  const last = told.at(-1);
  const isNew = last?.runId !== runId || last.opensAtMs !== nextAt;
  return nextAt && isNew ? [...told, { runId, opensAtMs: nextAt, sinceMs }] : told;
}

/** Somebody who got a number now, by the monotonic clock, when all these had come. */
export type Newcomer = {
  readonly visitor: Visitor;
  readonly held: HeldNumber;
  readonly all: readonly Visitor[];
  readonly nowMs: number;
};

/** Who had the page open before an opening of which it told, and is behind somebody who came some time after it. */
export function whoWasPassed(view: EventView, newcomer: Newcomer): Visitor | undefined {
  const { visitor, held, all, nowMs } = newcomer;
  const opensAtMs = openingOf(view);
  if (opensAtMs === null) return undefined;
  const aheadMs = opensAtMs - Date.now() + nowMs;
  if (visitor.openedAtMs < aheadMs + OPENED_MS) return undefined;
  const inTimeMs = aheadMs - OPENED_MS;
  return all.find((other) => {
    if (other === visitor || !other.isHonestlyWaiting || other.openedAtMs > inTimeMs) return false;
    const isTold = other.openings.some(
      (told) =>
        told.runId === held.runId && told.opensAtMs === opensAtMs && told.sinceMs <= inTimeMs,
    );
    return isTold && isBehind(other, held, inTimeMs);
  });
}

function isBehind(other: Visitor, held: HeldNumber, inTimeMs: number): boolean {
  const last = other.numbers.at(-1);
  if (last === undefined || last.runId !== held.runId) return other.waitsSinceMs < inTimeMs;
  const isAlike = last.lane === held.lane && last.isDrawn === held.isDrawn;
  return isAlike && last.number > held.number;
}

/** When the line of a scheduled run begins to keep an order: with its pre-queue, or with its start where that is drawn. */
function openingOf(view: EventView): number | null {
  const { startAt, draw, preQueueMinutes } = view;
  if (view.status !== "open" || view.kind !== "scheduled" || startAt === null) return null;
  if (view.inviteOnly || view.lineLimit !== null) return null;
  return Date.parse(startAt) - (draw === null ? preQueueMinutes * 60_000 : 0);
}
