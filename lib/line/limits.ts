import type { Redis } from "ioredis";
import { type EventRef, eventKeys } from "./keys";
import { type Limit, runLimit } from "./scripts/limits";
import { runSeatReports } from "./scripts/seats";

/** Replaces a limit; null takes it away. Answers what is in force, null for nothing or no line. */
export function setLimit(
  redis: Redis,
  event: EventRef,
  field: Limit,
  value: number | null,
): Promise<number | null> {
  const text = value === null ? "" : String(value);
  const keys = { lineKey: eventKeys(event).line };
  return runLimit(redis, keys, { field, mode: "set", value: text, most: 0 });
}

/** Adds slots to give away, up to a ceiling of what is left. Answers what is left. */
export function addGrants(
  redis: Redis,
  event: EventRef,
  slots: number,
  ceiling: number | null,
): Promise<number | null> {
  const keys = { lineKey: eventKeys(event).line };
  const args = { field: "grants", mode: "add", value: String(slots), most: ceiling ?? 0 };
  return runLimit(redis, keys, args);
}

/** What a site knows about its visitors, by queue id. */
export type SeatReport = { readonly queueId: string; readonly isOver: boolean };

/** Renews and frees seats under the active cap; answers how many are taken. */
export function reportSeats(
  redis: Redis,
  event: EventRef,
  reports: readonly SeatReport[],
): Promise<number> {
  const { line, seats } = eventKeys(event);
  const members = reports.flatMap(({ queueId, isOver }) => [isOver ? "e" : "r", queueId]);
  return runSeatReports(redis, { lineKey: line, seatsKey: seats }, {}, members);
}
