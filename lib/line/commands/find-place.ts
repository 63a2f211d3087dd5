import type { Redis } from "ioredis";
import { createDrawnNumbers } from "@/lib/domain/draw/renumber";
import { holesBetween } from "@/lib/domain/line/distance";
import { drawHash } from "@/lib/secrets/draw-hash";
import { type EventRef, eventKeys } from "../keys";
import { parseHoles } from "../scripts/line-state";
import { readDecidedDraw } from "./decided-draw";

/** What the line knows of one number of its run. */
export type FoundPlace = {
  /** The number now: a draw gives the early visitors another one than they joined with. */
  readonly number: number;
  /** `never`: nobody has it. `spent`: let in, or given back (`left`). `dropped`: it has no place in the draw. */
  readonly state: "never" | "waiting" | "called" | "spent" | "left" | "dropped";
  /** How many stand before it; 0 where it is called or over. */
  readonly ahead: number;
};

/** Finds a number that was handed out on joining. Null where the line has another run. */
export async function findPlace(
  redis: Redis,
  event: EventRef,
  joined: { readonly runId: number; readonly lane: number; readonly number: number },
): Promise<FoundPlace | null> {
  const keys = eventKeys(event);
  const { lane, runId } = joined;
  const ofLane = (field: string) => (lane === 0 ? field : `${field}.${lane}`);
  const fields = ["run", "lanes", ofLane("last"), ofLane("serving"), ofLane("holes")];
  const [run, laneCount, last, serving, holesText] = await redis.hmget(keys.line, ...fields);
  if (Number(run) !== runId) return null;
  const decided = lane === 0 ? await readDecidedDraw(redis, { ...event, runId }) : null;
  const number =
    decided === null
      ? joined.number
      : createDrawnNumbers(decided, drawHash).numberOf(joined.number);
  if (number === null) return { number: joined.number, state: "dropped", ahead: 0 };
  const holes = parseHoles(holesText ?? "");
  const isHandedOut = number >= 1 && number <= Number(last ?? 0);
  if (!isHandedOut || holesBetween(holes, number, number) > 0)
    return { number, state: "never", ahead: 0 };
  const bit = number * Math.max(1, Number(laneCount)) + lane;
  const [spent, ended] = await Promise.all([
    redis.getbit(keys.spent, bit),
    redis.getbit(keys.ended, bit),
  ]);
  if (spent === 1) return { number, state: ended === 1 ? "left" : "spent", ahead: 0 };
  const from = Number(serving ?? 0);
  if (number <= from) return { number, state: "called", ahead: 0 };
  const ahead = number - from - 1 - holesBetween(holes, from + 1, number - 1);
  return { number, state: "waiting", ahead: Math.max(0, ahead) };
}
