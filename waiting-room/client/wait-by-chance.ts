import type { WaitRange } from "@/lib/domain/line/expected-wait";
import { minutesUntil } from "@/lib/domain/line/expected-wait-random";
import type { PublicLine } from "@/lib/domain/line/public-line";

/** Between these chances eight of ten get in; nobody draws in the first moments. */
const LOW = 0.12;
const HIGH = 0.88;

/** The expected wait in random order: what the line says now, because waiting brings nobody nearer. */
export function waitByChance({ measured, waiting }: PublicLine): WaitRange | null {
  if (measured <= 0) return null;
  if (measured >= waiting) return { low: 0, high: 60 };
  const seconds = (chance: number) =>
    60 * minutesUntil(chance, { admittedPerMinute: measured, waiting });
  return { low: seconds(LOW), high: seconds(HIGH) };
}
