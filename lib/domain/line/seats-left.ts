import type { EventSettings } from "@/lib/domain/event/settings";
import { expectedWaitSeconds, type WaitRange } from "./expected-wait";
import { seatMsOf } from "./seat";

/**
 * What an active cap leaves: seats that are free, 0 where they are so few that slots come as people leave; and once all are
 * taken, after how many seconds the next one ends.
 */
export type SeatsLeft = { readonly free: number; readonly each: number };

/** True for somebody who goes in when somebody leaves the site: those before them fill the cap. */
export function waitsForSeat(seats: SeatsLeft | null | undefined, ahead: number): boolean {
  return !!seats && ahead >= seats.free;
}

/** The wait of somebody with `ahead` visitors before them: where those fill the cap, as long as so many visits take to end. */
export function waitForSeat(
  ahead: number,
  line: Parameters<typeof expectedWaitSeconds>[1],
  seats: SeatsLeft | null | undefined,
): WaitRange | null {
  const range = expectedWaitSeconds(ahead, line);
  if (!seats || range === null || ahead < seats.free) return range;
  const leaving = ahead - seats.free;
  return {
    low: Math.max(range.low, leaving * seats.each),
    high: Math.max(range.high, (leaving + 1) * seats.each),
  };
}

type Limited = Pick<EventSettings, "activeCap" | "sessionMinutes" | "queueTokenValiditySeconds">;

/** With so small a share of the seats free, slots come as people leave. */
const NEARLY_NONE = 0.05;

/** What the cap in force leaves, by the settings or by the times of the inlet; null where there is none. */
export function seatsLeft(
  settings: Limited,
  state: { readonly seatsTaken: number; readonly limits: string } | null,
): SeatsLeft | null {
  const [, ofInlet] = /(?:^|;)inletCap=(\d+)/.exec(state?.limits ?? "") ?? [];
  const caps = [settings.activeCap, ofInlet === undefined ? null : Number(ofInlet)];
  const set = caps.filter((cap) => cap !== null);
  if (set.length === 0) return null;
  const cap = Math.min(...set);
  const free = Math.max(0, cap - (state?.seatsTaken ?? 0));
  const each = Math.round(seatMsOf(settings) / Math.max(1, cap)) / 1_000;
  return { free: free <= cap * NEARLY_NONE ? 0 : free, each };
}
