import { createDrawnNumbers } from "@/lib/domain/draw/renumber";
import { aheadOf, holesBetween } from "@/lib/domain/line/distance";
import { drawHash } from "@/lib/secrets/draw-hash";
import { type EventRef, eventKey, eventKeys } from "../keys";
import type { Redis } from "../redis-client";
import { parseHoles } from "../scripts/line-state";
import { readDecidedDraw } from "./decided-draw";
import { readPlaceOfNumber } from "./positions";

/** What the line knows of one number of its run. */
export type FoundPlace = {
  /** The number now: a draw gives the early visitors another one than they joined with. */
  readonly number: number;
  /** `never`: nobody has it. `spent`: let in, or given back (`left`). `dropped`: it has no place in the draw. */
  readonly state: "never" | "waiting" | "called" | "spent" | "left" | "dropped";
  /** How many stand before it; 0 where it is called or over. */
  readonly ahead: number;
  /** What was noticed about the place, a bit each; null where it cannot be told which it was on joining. */
  readonly marks: number | null;
};

/** A number that was handed out on joining; `isNow`: as it is now, after a draw. */
export type AskedPlace = {
  readonly runId: number;
  readonly lane: number;
  readonly number: number;
  readonly isNow?: boolean;
};

/** Finds a place by its number. Null where the line has another run. */
export async function findPlace(
  redis: Redis,
  event: EventRef,
  asked: AskedPlace,
): Promise<FoundPlace | null> {
  const keys = eventKeys(event);
  const { lane, runId } = asked;
  const ofLane = (field: string) => (lane === 0 ? field : `${field}.${lane}`);
  const fields = ["run", ofLane("last"), ofLane("serving"), ofLane("holes")];
  const [run, last, servingText, holesText] = await redis.hmget(keys.line, ...fields);
  if (Number(run) !== runId) return null;
  const placeOf = await readPlaceOfNumber(redis, event);
  const { number, joined } = await numbersOf(redis, event, asked);
  const marks = joined === null ? null : await readMarks(redis, event, placeOf(lane, joined));
  if (number === null) return { number: asked.number, state: "dropped", ahead: 0, marks };
  const place = number >= 1 && number <= Number(last ?? 0) ? placeOf(lane, number) : null;
  const holes = parseHoles(holesText ?? "");
  if (place === null || holesBetween(holes, number, number) > 0)
    return { number, state: "never", ahead: 0, marks: 0 };
  const [spent, ended] = await Promise.all([
    redis.getbit(keys.spent, place),
    redis.getbit(keys.ended, place),
  ]);
  if (spent === 1) return { number, state: ended === 1 ? "left" : "spent", ahead: 0, marks };
  const serving = Number(servingText ?? 0);
  if (number <= serving) return { number, state: "called", ahead: 0, marks };
  return { number, state: "waiting", ahead: aheadOf({ serving, holes }, number), marks };
}

/**
 * A place's number now and on joining. The former is null for one that the draw has dropped, the latter where nobody has
 * the number.
 */
async function numbersOf(
  redis: Redis,
  event: EventRef,
  { runId, lane, number, isNow = false }: AskedPlace,
): Promise<{ readonly number: number | null; readonly joined: number | null }> {
  const decided = lane === 0 ? await readDecidedDraw(redis, { ...event, runId }) : null;
  if (decided === null) return { number, joined: number };
  const drawn = createDrawnNumbers(decided, drawHash);
  if (isNow) return { number, joined: drawn.indexOf(number) };
  return { number: drawn.numberOf(number), joined: number };
}

/** The byte of a place in the marks of its event. */
async function readMarks(redis: Redis, event: EventRef, at: number | null): Promise<number> {
  if (at === null) return 0;
  const bytes = await redis.getrangeBuffer(eventKey(event, "marks"), at, at);
  return bytes[0] ?? 0;
}
