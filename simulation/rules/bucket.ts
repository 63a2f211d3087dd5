import { LINE } from "@/lib/domain/line/rates";
import { shareSlots } from "./lane-shares";
import type { Line, PeriodicInlet } from "./line-state";
import { rateOf } from "./outflow";

/**
 * Gives the slots of a periodic inlet whose intervals have passed: the first at the start itself, none after
 * the end, and none twice.
 */
export function giveGrants(line: Line, nowMs: number): void {
  const { inlet } = line;
  if (inlet === null) return;
  const untilMs = Math.min(nowMs, inlet.endMs ?? nowMs);
  const due = untilMs >= inlet.startMs ? intervalsUntil(inlet, untilMs) : 0;
  if (due <= inlet.given) return;
  line.grants = (line.grants ?? 0) + (due - inlet.given) * inlet.by;
  inlet.given = due;
}

/**
 * Brings the bucket up to a moment: it fills at the outflow ÷ 61.5 a second and holds one second of that, at
 * least one slot. A clock that goes back earns nothing; more than a second without a call adds to one slot at
 * the most, and takes nothing of what was there. `lateTokens` is the fifth of it that late visitors may take.
 */
export function settleBucket(line: Line, nowMs: number): void {
  giveGrants(line, nowMs);
  const rate = rateOf(line);
  const earned = (Math.max(0, nowMs - line.tokensAtMs) / 1_000) * rate;
  const tokens = tokensAt(line, rate, nowMs);
  if (line.lanes.length > 1) shareSlots(line, tokens);
  line.tokens = tokens;
  const lateDepth = Math.max(1, rate * LINE.lateShare);
  line.lateTokens = Math.min(lateDepth, line.lateTokens + earned * LINE.lateShare);
  line.tokensAtMs = nowMs;
}

/** A full bucket stays full however long nothing happens. */
export function isBucketFull(line: Line): boolean {
  return line.tokens >= Math.max(1, rateOf(line));
}

/** Puts another set outflow into force: the pace follows at once, and nothing is caught up. */
export function setOutflow(line: Line, outflowPerMinute: number, nowMs: number): void {
  settleBucket(line, nowMs);
  line.outflowPerMinute = outflowPerMinute;
  line.tokens = Math.min(line.tokens, Math.max(1, rateOf(line)));
}

/** Replaces one limit; null takes it away. The bucket keeps what was earned at the pace so far. */
export function setLimit(
  line: Line,
  limit: "governedOutflow" | "stock" | "grants",
  value: number | null,
  nowMs: number,
): void {
  settleBucket(line, nowMs);
  line[limit] = value === null ? null : Math.max(0, value);
}

/** Adds slots to give away, up to a ceiling of what is left; 0 for none. */
export function addGrants(line: Line, slots: number, ceiling: number, nowMs: number): void {
  settleBucket(line, nowMs);
  const left = (line.grants ?? 0) + slots;
  setLimit(line, "grants", ceiling > 0 ? Math.min(ceiling, left) : left, nowMs);
}

function tokensAt(line: Line, rate: number, nowMs: number): number {
  const elapsedMs = Math.max(0, nowMs - line.tokensAtMs);
  const depth = Math.max(1, rate);
  const held = Math.min(depth, line.tokens);
  const tokens = Math.min(depth, held + (elapsedMs / 1_000) * rate);
  return elapsedMs > 1_000 ? Math.max(held, Math.min(1, tokens)) : tokens;
}

/** How many intervals of a periodic inlet have begun at a moment behind its start. */
export function intervalsUntil(
  { startMs, everyMs }: Pick<PeriodicInlet, "startMs" | "everyMs">,
  ms: number,
): number {
  return Math.floor((ms - startMs) / everyMs) + 1;
}
