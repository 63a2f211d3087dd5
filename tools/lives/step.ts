import fc from "fast-check";
import { readPastedCodes } from "@/lib/domain/access-code/pasted-codes";
import { instantToLocalTime } from "@/lib/domain/schedule/local-time";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { type Life, nameAndVerb, type VerbOfEvent } from "./life";

/** One thing that happens in a life; it prints as what it is, so that a life that fails can be read. */
export type Step = {
  readonly name: string;
  readonly run: (life: Life) => Promise<unknown>;
};

export type Chance = fc.WeightedArbitrary<Step>;

/** `run` gets what was drawn of `given`. */
export function stepOf<Given>(
  weight: number,
  name: string,
  given: fc.Arbitrary<Given>,
  run: (life: Life, given: Given) => Promise<unknown>,
): Chance {
  const arbitrary = given.map((drawn) => {
    const text = drawn === undefined ? `${name}()` : `${name}(${JSON.stringify(drawn)})`;
    return { name, run: (life: Life) => run(life, drawn), [fc.toStringMethod]: () => text };
  });
  return { arbitrary, weight };
}

export function plainStep(weight: number, name: string, run: Step["run"]): Chance {
  return stepOf(weight, name, fc.constant(undefined), run);
}

/** A verb of the event that takes what was drawn, or nothing more than the event's id. */
export function verb<Given extends object>(
  weight: number,
  named: VerbOfEvent<Given>,
  given: fc.Arbitrary<Given>,
): Chance {
  const [name] = nameAndVerb(named);
  return stepOf(weight, name, given, (life, drawn) => life.call(named, drawn));
}

/** New codes for one use, which anybody who comes may have. */
export function makeCodes(life: Life, count: number, lane: string | null): Promise<boolean> {
  return life.act("createAccessCodes", async () => {
    const name = `Batch ${crypto.randomUUID()}`;
    const made = { eventId: life.eventId, name, count, lane, use: { kind: "single-use" } as const };
    const { csv } = await createAccessCodes(life.context, made);
    const lines = csv.split(/[\r\n]+/).flatMap((line) => line.split(",")[0] ?? []);
    const codes = lines.filter((text) => readPastedCodes(text).codes.length === 1);
    life.codes.push(...codes.map((text) => ({ text, lane })));
  });
}

export const outflow = fc.constantFrom(1, 6, 20, 60, 600);

/** The time of day in UTC in so many minutes. */
export function localIn(minutes: number): string {
  return instantToLocalTime(Date.now() + minutes * 60_000, "UTC").slice(0, 16);
}

type Opening = {
  readonly id?: string;
  readonly preQueueMinutes?: number;
  readonly overrides?: { readonly outflowPerMinute?: number; readonly method?: "fifo" | "reject" };
};

/** A schedule that happens once, between two moments in so many minutes. */
export function onceIn(startsIn: number, endsIn: number, more: Opening = {}) {
  const [startLocal, endLocal] = [localIn(startsIn), localIn(endsIn)];
  const timing = { kind: "once" as const, startLocal, endLocal, timeZone: "UTC" };
  return { id: "opening", name: "Opening", timing, preQueueMinutes: 0, overrides: {}, ...more };
}
