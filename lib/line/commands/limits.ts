import type { Redis } from "ioredis";
import type { Inlet } from "@/lib/domain/inlet/inlet";
import { type EventRef, eventKeys, scriptKeys } from "../keys";
import { type INLET_FIELDS, runInlet } from "../scripts/inlet";
import { type Limit, runLimit } from "../scripts/limits";
import { runSeatReports } from "../scripts/seats";

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

/** Replaces what opens the line besides the settings; null takes it away. False without a line. */
export function setInlet(redis: Redis, event: EventRef, inlet: Inlet | null): Promise<boolean> {
  const counts = inlet?.type === "periodic" || inlet?.type === "custom";
  const members = Object.entries(fieldsOf(inlet)).flatMap(([field, value]) =>
    value === null ? [] : [field, value],
  );
  return runInlet(redis, { lineKey: eventKeys(event).line }, { counts: Number(counts) }, members);
}

type InletFields = Partial<Record<(typeof INLET_FIELDS)[number], number | null>>;

function fieldsOf(inlet: Inlet | null): InletFields {
  switch (inlet?.type) {
    case "fixed-rate":
      return { inletOutflow: inlet.perMinute };
    case "max-active":
      return { inletCap: inlet.maxActive };
    case "periodic":
      return {
        inletBy: inlet.incrementBy,
        inletEveryMs: inlet.intervalSeconds * 1_000,
        inletStartMs: inlet.startAtMs,
        inletEndMs: inlet.endAtMs,
      };
    case "custom":
    case undefined:
      return {};
  }
}

/** What a site knows about its visitors, by queue id. */
export type SeatReport = { readonly queueId: string; readonly isOver: boolean };

/** Renews and frees seats under the active cap; answers how many are taken. */
export function reportSeats(
  redis: Redis,
  event: EventRef,
  reports: readonly SeatReport[],
): Promise<number> {
  const members = reports.flatMap(({ queueId, isOver }) => [isOver ? "e" : "r", queueId]);
  return runSeatReports(redis, scriptKeys(event), {}, members);
}
