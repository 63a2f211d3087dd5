import type { EventSettings } from "@/lib/domain/event/settings";

/** The first seconds in which an event takes joins. */
export const OPENING = {
  /** Joins of this time get their numbers in random order, when it is over. */
  heldMs: 5_000,
  /**
   * Within this time after it. Each process gives them out evenly, so that it makes no difference by which of them
   * somebody joins; whoever comes meanwhile is among them.
   */
  givenMs: 1_000,
  /** A clock may be ahead by so much: a join that comes this early belongs to it. */
  earlyMs: 1_000,
  /** Pages that have waited for it join within this time, and so hear of it well within `heldMs`. */
  spreadMs: 2_500,
} as const;

type OpeningSettings = Pick<
  EventSettings,
  "kind" | "status" | "method" | "draw" | "startAtMs" | "preQueueMinutes"
>;

/**
 * From when on the joins that come at a moment of line time get their numbers: after the event's first seconds. Null
 * where they get them at once: later, where no time was set for the opening, and where a draw makes the order.
 */
export function openingGivesAtMs(settings: OpeningSettings, lineTimeMs: number): number | null {
  const { kind, status, method, draw, startAtMs, preQueueMinutes } = settings;
  if (kind !== "scheduled" || status !== "open" || method !== "fifo") return null;
  if (draw !== null || startAtMs === null) return null;
  const sinceMs = lineTimeMs - (startAtMs - preQueueMinutes * 60_000);
  if (sinceMs < -OPENING.earlyMs || sinceMs >= OPENING.heldMs + OPENING.givenMs) return null;
  return lineTimeMs - sinceMs + OPENING.heldMs;
}
