import { round } from "@/simulation/statistics";

const MINUTE_MS = 60_000;

/** The share of the outflow that was let in between two moments. */
export function utilisationOf(
  admitted: readonly { readonly admittedAtMs: number }[],
  outflowPerMinute: number,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): number {
  const inTime = admitted.filter(
    ({ admittedAtMs }) => admittedAtMs >= fromMs && admittedAtMs < untilMs,
  );
  return round(inTime.length / (((untilMs - fromMs) / MINUTE_MS) * outflowPerMinute));
}

/** How long somebody waited; infinite for one who was never let in. */
export function waitSecondsOf(seen: {
  readonly joinedAtMs: number | null;
  readonly admittedAtMs: number | null;
}): number {
  const waitedMs = (seen.admittedAtMs ?? Infinity) - (seen.joinedAtMs ?? 0);
  return round(waitedMs / 1_000, 1);
}
