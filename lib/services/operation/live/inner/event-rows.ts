import { db } from "@/lib/db/client";
import type { EventRow } from "@/lib/domain/overview/overview";
import type { EventRef } from "@/lib/line/keys";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { nextPlanned } from "@/lib/services/event/settings/event-schedules";
import { EVENT_OWNER, standingOf } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readStoredEvents, type StoredEvent } from "./stored-events";
import { readWaitingSeries } from "./waiting-series";

/** A row with the line that it is of. */
type KnownRow = EventRow & { readonly ref: EventRef };

export type EventRows = {
  readonly rows: readonly KnownRow[];
  readonly suspension: "hold" | "let-through" | null;
  readonly publishedVersion: number | null;
};

/**
 * All events of a customer as Postgres has them, the newest first, in at most five queries however many they are. Only
 * those that changed since the last read are read whole.
 */
export async function readEventRows({ customer }: ServiceContext): Promise<EventRows> {
  const nowMs = Date.now();
  const [events, owner, publication, series] = await Promise.all([
    readStoredEvents(customer.id),
    db().customer.findUniqueOrThrow({ where: { id: customer.id }, select: EVENT_OWNER }),
    db().publication.findFirst({
      where: { customerId: customer.id },
      orderBy: { version: "desc" },
      select: { version: true },
    }),
    readWaitingSeries(customer.id, nowMs),
  ]);
  const standing = standingOf(owner);
  const rows = events.map(
    ({ id, stored, fixed, planned }): KnownRow => ({
      ...fixed,
      ref: eventRef(stored, owner),
      settings: withinLimit(fixed.settings, standing.limits.maxOutflowPerMinute),
      nextAtMs: planned === null ? null : nextPlanned(planned, nowMs),
      series: series.get(id) ?? [],
    }),
  );
  return { rows, suspension: standing.suspension, publishedVersion: publication?.version ?? null };
}

type Settings = StoredEvent["fixed"]["settings"];

function withinLimit(settings: Settings, mostOutflow: number | null): Settings {
  if (mostOutflow === null || settings.outflowPerMinute <= mostOutflow) return settings;
  return { ...settings, outflowPerMinute: mostOutflow };
}
