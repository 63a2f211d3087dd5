import { REFUSALS } from "@/lib/domain/figures/figures";
import type { TimelinePoint } from "@/lib/domain/figures/timeline";
import type { RunTotals } from "@/lib/services/operation/report/run-totals";

const PERCENT = new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 1 });

const PAST_THE_LINE = ["admitted-disabled", "admitted-afterevent", "admitted-bypass"] as const;

/** Who was let in without a number. */
export function bypassedIn(totals: RunTotals): number {
  return PAST_THE_LINE.reduce((sum, kind) => sum + (totals[kind] ?? 0), 0);
}

export function refusedIn(totals: RunTotals): number {
  return REFUSALS.reduce((sum, kind) => sum + (totals[kind] ?? 0), 0);
}

/** The most who waited at once at the end of a minute; null where nothing is stored. */
export function peakOf({ points }: { readonly points: readonly TimelinePoint[] }): number | null {
  const known = points.flatMap(({ waiting }) => waiting ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

/** `12.5%`; a dash of nothing. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? "–" : PERCENT.format(part / whole);
}

export function percentText(share: number): string {
  return PERCENT.format(share);
}

/** `under 5 min`, of a wait in whole minutes. */
export function underMinutes(minutes: number | null): string {
  return minutes === null ? "–" : `under ${(minutes + 1).toLocaleString("en-GB")} min`;
}
