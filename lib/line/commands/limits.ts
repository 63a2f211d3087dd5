import type { Inlet } from "@/lib/domain/inlet/inlet";
import type { Effect } from "../effects";
import { type EventRef, eventKeys } from "../keys";
import type { Redis } from "../redis-client";
import { type FieldValue, fieldValues } from "../scripts/field-values";
import { runInlet } from "../scripts/inlet";
import { type Limit, runLimit } from "../scripts/limit";
import { runSeatReports } from "../scripts/seat-reports";

/** Replaces a limit; null takes it away. Answers what is in force, null for nothing or no line. */
export function setLimit(
  redis: Redis,
  event: EventRef,
  field: Limit,
  value: number | null,
): Promise<number | null> {
  const text = value === null ? "" : String(value);
  return changeLimit(redis, event, { field, mode: "set", value: text, most: 0 });
}

/** Adds slots to give away, up to a ceiling of what is left. Answers what is left. */
export function addGrants(
  redis: Redis,
  event: EventRef,
  slots: number,
  ceiling: number | null,
): Promise<number | null> {
  const args = { field: "grants", mode: "add", value: String(slots), most: ceiling ?? 0 };
  return changeLimit(redis, event, args);
}

async function changeLimit(
  redis: Redis,
  event: EventRef,
  args: Parameters<typeof runLimit>[2],
): Promise<number | null> {
  const reply = await runLimit(redis, eventKeys(event), args);
  return reply.status === "OK" ? reply.inForce : null;
}

/** Replaces what opens the line besides the settings; null takes it away. False without a line. */
export async function setInlet(
  redis: Redis,
  event: EventRef,
  inlet: Inlet | null,
): Promise<boolean> {
  const countsSlots = Number(inlet?.type === "periodic" || inlet?.type === "custom");
  const { status } = await runInlet(redis, eventKeys(event), { countsSlots }, fieldsOf(inlet));
  return status === "OK";
}

function fieldsOf(inlet: Inlet | null): FieldValue[] {
  switch (inlet?.type) {
    case "fixed-rate":
      return fieldValues({ inletOutflow: inlet.perMinute });
    case "max-active":
      return fieldValues({ inletCap: inlet.maxActive });
    case "periodic":
      return fieldValues({
        inletBy: inlet.incrementBy,
        inletEveryMs: inlet.intervalSeconds * 1_000,
        inletStartMs: inlet.startAtMs,
        ...(inlet.endAtMs === null ? {} : { inletEndMs: inlet.endAtMs }),
      });
    case "custom":
    case undefined:
      return [];
  }
}

/** What a site knows about its visitors, by queue id. */
export type SeatReport = { readonly queueId: string; readonly isOver: boolean };

/** Seats in one call. */
const REPORTED_AT_ONCE = 100;

/** Renews and frees seats under the active cap; answers how many are taken, and what the site was promised. */
export async function reportSeats(
  redis: Redis,
  event: EventRef,
  reports: readonly SeatReport[],
): Promise<{ readonly taken: number; readonly effects: readonly Effect[] }> {
  const members = reports.map(({ queueId, isOver }) => {
    return { kind: isOver ? "over" : "active", queueId };
  });
  const effects: Effect[] = [];
  let taken = 0;
  for (let from = 0; from === 0 || from < members.length; from += REPORTED_AT_ONCE) {
    const some = members.slice(from, from + REPORTED_AT_ONCE);
    const reply = await runSeatReports(redis, eventKeys(event), {}, some);
    taken = reply.taken;
    effects.push(...reply.effects);
  }
  return { taken, effects };
}
