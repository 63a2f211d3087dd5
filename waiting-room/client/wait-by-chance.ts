import type { WaitRange } from "@/lib/domain/line/expected-wait";
import { expectedWaitRandom } from "@/lib/domain/line/expected-wait-random";
import type { PublicLine } from "@/lib/domain/line/public-line";

/** The expected wait in random order: what the line says now, because waiting brings nobody nearer. */
export function waitByChance({ measured, waiting }: PublicLine): WaitRange | null {
  const wait = expectedWaitRandom({ admittedPerMinute: measured, waiting });
  if (wait.type === "unknown") return null;
  return wait.type === "under-a-minute"
    ? { low: 0, high: 60 }
    : { low: wait.low * 60, high: wait.high * 60 };
}
