import { isCountedKind, type MinuteFigure } from "@/lib/domain/figures/figures";
import { type EventRef, eventKey, eventKeys } from "../keys";
import type { Redis } from "../redis-client";
import { runForgetMinutes } from "../scripts/forget-minutes";

/** One figure as the line holds it. */
export type CountedFigure = MinuteFigure & {
  readonly runId: number;
  /** Figures of two parts add up; within one a count only grows. */
  readonly part: number;
};

/** A field of the line's minutes as it was read. */
type HeldField = { readonly field: string; readonly value: string };

export type CountedMinutes = {
  readonly figures: readonly CountedFigure[];
  readonly fields: readonly HeldField[];
};

/** Fields in one call of the script that forgets them. */
const AT_ONCE = 500;
const FIGURE = /^(\d+):(\d+):(\d+):(\d+):([a-z-]+)$/;

/** What an event has counted by minute and nobody has made it forget. */
export async function readMinutes(redis: Redis, event: EventRef): Promise<CountedMinutes> {
  const held = Object.entries(await redis.hgetall(eventKey(event, "minutes")));
  const fields = held.map(([field, value]) => ({ field, value }));
  return { fields, figures: fields.flatMap(figureOf) };
}

function figureOf({ field, value }: HeldField): CountedFigure[] {
  const [, run, part, minute, lane, kind = ""] = FIGURE.exec(field) ?? [];
  if (!isCountedKind(kind)) return [];
  return [
    {
      runId: Number(run),
      part: Number(part),
      minute: Number(minute),
      lane: Number(lane),
      kind,
      value: Number(value),
    },
  ];
}

/** Makes an event forget what is stored, as far as its minutes are over and nothing was counted since. */
export async function forgetMinutes(
  redis: Redis,
  event: EventRef,
  { fields }: Pick<CountedMinutes, "fields">,
): Promise<number> {
  const { line, minutes } = eventKeys(event);
  let forgotten = 0;
  for (let from = 0; from < fields.length; from += AT_ONCE) {
    const some = fields.slice(from, from + AT_ONCE);
    const reply = await runForgetMinutes(redis, { line, minutes }, {}, some);
    forgotten += reply.forgotten;
  }
  return forgotten;
}
