import { aheadOf, distanceTo } from "@/lib/domain/line/distance";
import { canEnter } from "@/lib/domain/line/phase";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { SPARSE_SLOTS } from "@/lib/domain/line/silence";
import { isNearing } from "@/lib/domain/line/sleep";
import { due, isCalled, mustConfirm, NEVER, type Visitor, type Waiting, type Way } from "./visitor";
import { nextWait } from "./wait";

/** Spreads what every browser would do at the same moment. */
export const SPREAD_MS = 5_000;
/** Whoever asks for a slot hears of the line with each answer. */
const ENTERING_MS = 5_000;
/** Whose turn waits for them learns within this time that it is over. */
const AWAITED_MS = 15_000;

export type Before = {
  readonly atMs: number;
  /** In [0, 1). */
  readonly random: number;
  /** The line as it was known before. */
  readonly known: PublicLine | null;
};

/** What somebody with a place asks next, after news of the line. */
export function inLine(visitor: Visitor, place: Waiting, now: Before): Visitor {
  const { line } = visitor;
  if (line === null) return visitor;
  const isOpen = canEnter(line.phase) && !line.stale;
  const isTurn = isOpen && !line.paused && isCalled(line, place);
  const done = isTurn ? 1 : shareDone(visitor.way, aheadOf(line, place.number));
  const seen = {
    ...checkedAfterNews(visitor, line, now),
    way: { from: visitor.way?.from ?? 0, best: Math.max(visitor.way?.best ?? 0, done) },
    wait: nextWait(visitor.wait, line, place.number),
  };
  const asked = isTurn ? atTurn(seen, now.atMs) : due(seen, "enter", NEVER);
  // Whoever says so only after a start is passed meanwhile, as if they were not there.
  const isListening = isOpen || (line.phase === "pre-queue" && !line.draw);
  const nearMs =
    isListening && line.method !== "random" ? nearingMs(asked, line, place, now.atMs) : NEVER;
  return due(asked, "near", nearMs);
}

/** After a loss, and after a draw, everybody asks for their place. */
function checkedAfterNews(visitor: Visitor, line: PublicLine, now: Before): Visitor {
  const { atMs, random, known } = now;
  const isLoss = known !== null && known.losses !== line.losses;
  const isDrawn = known?.draw?.opensAt === 0 && line.draw?.opensAt;
  if (!isLoss && !isDrawn) return visitor;
  const spreadMs = isDrawn ? isDrawn - line.now : SPREAD_MS;
  return due(visitor, "status", Math.min(visitor.dueAtMs.status, atMs + spreadMs * random));
}

/**
 * Asks for a slot, and for the line only now and then. Where the visitor has to say first that they are there, it
 * asks for no slot before: that costs nobody anything, and the number stays called.
 */
function atTurn(visitor: Visitor, atMs: number): Visitor {
  const { enter, line } = visitor.dueAtMs;
  const isAwaited = mustConfirm(visitor);
  const lineMs = Math.max(line, atMs + (isAwaited ? AWAITED_MS : ENTERING_MS));
  const later = due(visitor, "line", lineMs);
  return isAwaited
    ? { ...due(later, "enter", NEVER), calledAtMs: visitor.calledAtMs ?? atMs }
    : { ...due(later, "enter", soonest(enter, atMs)), isHere: true, calledAtMs: null };
}

/**
 * When to say that somebody is there, which is done once, and again where the line listens less far than it did, and where
 * slots are rare. Where it will be time when the line is asked for next, it takes the place of that: it hears of the
 * line, too. A hidden page that would not go in by itself does not say so.
 */
function nearingMs(visitor: Visitor, line: PublicLine, { number }: Waiting, atMs: number): number {
  const { nearLosses, nearFrom, hidden, dueAtMs } = visitor;
  if (hidden && mustConfirm(visitor)) return NEVER;
  const distance = distanceTo(line, number);
  const isNear = isNearing(line, distance);
  if (nearLosses === line.losses && isNearing(line, nearFrom))
    return isNear && line.slots < SPARSE_SLOTS ? dueAtMs.line : NEVER;
  if (isNear) return soonest(dueAtMs.near, atMs);
  const then = distance - (line.slots * (dueAtMs.line - atMs)) / 1_000;
  return isNearing(line, then) && dueAtMs.line < dueAtMs.status ? dueAtMs.line : NEVER;
}

/** What is planned stays planned, so that an answer never shortens a prescribed wait. */
export function soonest(plannedAtMs: number, atMs: number): number {
  return plannedAtMs === NEVER ? atMs : plannedAtMs;
}

function shareDone(way: Way | null, ahead: number): number {
  return way === null || way.from <= 0 ? 0 : 1 - ahead / way.from;
}
