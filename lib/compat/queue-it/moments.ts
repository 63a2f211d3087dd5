import { z } from "zod";

const UNIX = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/;

/** A moment as their API takes it, in milliseconds: ISO 8601, or `/Date(1310669017000)/`. */
export const moment = z
  .string("Enter a time such as 2026-11-29T20:00:00Z.")
  .transform((text) => {
    const [, ms] = UNIX.exec(text) ?? [];
    return ms === undefined ? Date.parse(text) : Number(ms);
  })
  .refine(
    (atMs) => Number.isFinite(atMs) && atMs % 1_000 === 0,
    "Enter a time such as 2026-11-29T20:00:00Z, in whole seconds.",
  );

/** As their API answers it: with seven digits of a second. */
export function momentText(atMs: number): string {
  return new Date(atMs).toISOString().replace(/(\.\d{3})Z$/, "$10000Z");
}
