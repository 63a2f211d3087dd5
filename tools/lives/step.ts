import fc from "fast-check";
import { instantToLocalTime } from "@/lib/domain/schedule/local-time";
import type { Life } from "./life";

/** One thing that happens in a life; it prints as what it is, so that a life that fails can be read. */
export type Step = {
  /** A verb of the services, or what visitors do. */
  readonly name: string;
  readonly run: (life: Life) => Promise<unknown>;
};

/** A step with its chances: `run` gets what was drawn of `given`. */
export function stepOf<Given>(
  name: string,
  given: fc.Arbitrary<Given>,
  run: (life: Life, given: Given) => Promise<unknown>,
): fc.Arbitrary<Step> {
  return given.map((drawn) => {
    const text = drawn === undefined ? `${name}()` : `${name}(${JSON.stringify(drawn)})`;
    return { name, run: (life) => run(life, drawn), [fc.toStringMethod]: () => text };
  });
}

/** A step that is always the same. */
export function plainStep(name: string, run: (life: Life) => Promise<unknown>): fc.Arbitrary<Step> {
  return stepOf(name, fc.constant(undefined), run);
}

export const outflow = fc.constantFrom(1, 6, 20, 60, 600);

/** The time of day in UTC in so many minutes. */
export function localIn(minutes: number): string {
  return instantToLocalTime(Date.now() + minutes * 60_000, "UTC").slice(0, 16);
}
