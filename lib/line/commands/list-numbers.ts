import { holesBetween } from "@/lib/domain/line/distance";
import { type EventRef, eventKeys, type RedisKey } from "../keys";
import type { Redis } from "../redis-client";
import { parseHoles } from "../scripts/line-state";
import { readPlaceOfNumber } from "./positions";

/** So many numbers are looked at by one call, whatever is found among them. */
const LOOKED_AT_MAX = 1_000;

/** What the line knows of one number: `spent` was let in, `left` was given back or its visit is over. */
export type ListedNumber = {
  readonly number: number;
  readonly state: "waiting" | "called" | "spent" | "left";
  /** Its holder has come near the front and said so. */
  readonly isPresent: boolean;
  /** A bit each for what was noticed. */
  readonly marks: number;
};

export type NumberPage = {
  readonly runId: number;
  /** The last number handed out, and the serving number. */
  readonly last: number;
  readonly serving: number;
  readonly numbers: readonly ListedNumber[];
  /** Where the next call goes on; null at the end of the line. */
  readonly next: number | null;
};

type AskedNumbers = {
  readonly lane: number;
  readonly states: readonly ListedNumber["state"][];
  /** The number to begin with; null for where numbers of these states begin. */
  readonly from: number | null;
  readonly atMost: number;
  /** Numbers of the run on joining, where a draw has changed them since; marks are kept by those. */
  readonly joinedOf?: (number: number) => number | null;
};

/**
 * Numbers of a lane in some states: those who wait from the front on, all others from the newest back. However long the line
 * is it reads a few fields and 1,000 numbers at most, and changes nothing. Null where there is no line.
 */
export async function listNumbers(
  redis: Redis,
  event: EventRef,
  asked: AskedNumbers,
): Promise<NumberPage | null> {
  const keys = eventKeys(event);
  const { lane, states, atMost } = asked;
  const ofLane = (field: string) => (lane === 0 ? field : `${field}.${lane}`);
  const fields = ["run", ofLane("last"), ofLane("serving"), ofLane("holes")];
  const [run, lastText, servingText, holesText] = await redis.hmget(keys.line, ...fields);
  if (run === null || run === undefined) return null;
  const last = Number(lastText ?? 0);
  const serving = Number(servingText ?? 0);
  const isForward = states.includes("waiting");
  const holes = parseHoles(holesText ?? "");
  const newest = states.includes("called") ? serving : last;
  const start = asked.from ?? (isForward ? serving + 1 : newest);
  const looked = numbersFrom({ start, last, isForward, holes });
  const found = await readStates(redis, keys, { ...asked, looked, serving, event });
  const fitting = found.filter(({ state }) => states.includes(state));
  const numbers = fitting.slice(0, atMost);
  const after = fitting.length > atMost ? numbers.at(-1)?.number : looked.at(-1);
  const [next] =
    after === undefined
      ? []
      : numbersFrom({ start: after + (isForward ? 1 : -1), last, isForward, holes }, 1);
  return { runId: Number(run), last, serving, numbers, next: next ?? null };
}

type Span = {
  readonly start: number;
  readonly last: number;
  readonly isForward: boolean;
  readonly holes: readonly (readonly [number, number])[];
};

/** The numbers that somebody holds, one way from a start; a hole is stepped over, however wide it is. */
function numbersFrom(
  { start, last, isForward, holes }: Span,
  atMost: number = LOOKED_AT_MAX,
): readonly number[] {
  const numbers: number[] = [];
  let number = isForward ? Math.max(1, start) : Math.min(last, start);
  while (numbers.length < atMost && number >= 1 && number <= last) {
    const hole = holesBetween(holes, number, number) > 0 ? holeAt(holes, number) : null;
    if (hole === null) numbers.push(number);
    number = stepFrom(number, hole, isForward);
  }
  return numbers;
}

function holeAt(holes: Span["holes"], number: number): readonly [number, number] | null {
  return holes.find(([first, end]) => first <= number && number <= end) ?? null;
}

function stepFrom(number: number, hole: readonly [number, number] | null, isForward: boolean) {
  if (hole === null) return isForward ? number + 1 : number - 1;
  return isForward ? hole[1] + 1 : hole[0] - 1;
}

type Looked = AskedNumbers & {
  readonly looked: readonly number[];
  readonly serving: number;
  readonly event: EventRef;
};

async function readStates(
  redis: Redis,
  keys: ReturnType<typeof eventKeys>,
  { event, lane, looked, serving, joinedOf }: Looked,
): Promise<readonly ListedNumber[]> {
  const placeOf = await readPlaceOfNumber(redis, event);
  const placed = looked.flatMap((number) => {
    const place = placeOf(lane, number);
    return place === null ? [] : [{ number, place }];
  });
  if (placed.length === 0) return [];
  const places = placed.map(({ place }) => place);
  const joined = placed.map(({ number, place }) => {
    const before = joinedOf === undefined ? number : joinedOf(number);
    return (before === null ? null : placeOf(lane, before)) ?? place;
  });
  const [spent, ended, confirmed, marks] = await Promise.all([
    readFields(redis, keys.spent, "u1", places),
    readFields(redis, keys.ended, "u1", places),
    readFields(redis, keys.confirmed, "u1", places),
    readFields(redis, keys.marks, "u8", joined),
  ]);
  return placed.map(({ number }, index) => ({
    number,
    state: stateOf(spent[index] === 1, ended[index] === 1, number <= serving),
    isPresent: confirmed[index] === 1,
    marks: marks[index] ?? 0,
  }));
}

function stateOf(isSpent: boolean, isEnded: boolean, isCalled: boolean): ListedNumber["state"] {
  if (isSpent) return isEnded ? "left" : "spent";
  return isCalled ? "called" : "waiting";
}

/** Bits or bytes at these places, by one command that may not write. */
async function readFields(
  redis: Redis,
  key: RedisKey,
  type: "u1" | "u8",
  places: readonly number[],
): Promise<readonly number[]> {
  const gets = places.flatMap((place) => ["GET", type, type === "u1" ? place : `#${place}`]);
  const reply: unknown = await redis.call("BITFIELD_RO", key, ...gets);
  return Array.isArray(reply) ? reply.map(Number) : [];
}
