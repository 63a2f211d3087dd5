import type { Event } from "@/lib/db/generated/client";
import { seatMsOf } from "@/lib/domain/line/seat";
import { type NotPlayed, notPlayedOf } from "@/lib/domain/rehearsal/not-played";
import type { RehearsalOrder } from "@/lib/domain/rehearsal/what-if";
import { effectiveSettings } from "@/lib/domain/schedule/schedule";
import { glanceAtLines } from "@/lib/line/commands/glance";
import type { ServiceContext } from "@/lib/services/context";
import { scheduleInForce } from "@/lib/services/event/event-schedules";
import { lanesOf } from "@/lib/services/event/to-settings";
import { readFromLine } from "@/lib/services/line-redis";

/** The columns that `eventDefaults` looks at. */
export const DEFAULTS_COLUMNS = {
  ...{ wireId: true, kind: true, startAt: true, updatedAt: true, schedules: true },
  ...{ method: true, draw: true, admission: true, preQueueMinutes: true, currentRun: true },
  ...{ outflowPerMinute: true, activeCap: true, lineLimit: true, targetUrl: true },
  ...{ sessionMinutes: true, queueTokenValiditySeconds: true },
  ...{ lanes: true, governor: true, unitsPerAdmission: true },
} as const;

type Row = Pick<Event, keyof typeof DEFAULTS_COLUMNS>;

/** What a what-if about an event begins with, with the overrides that are in force. */
export type EventDefaults = {
  readonly outflowPerMinute: number;
  readonly order: RehearsalOrder;
  /** How long people gather before the opening. */
  readonly opensAfterMinutes: number;
  /** Null: no such limit. */
  readonly activeCap: number | null;
  /** How long a visit takes at the most. */
  readonly seatMinutes: number;
  /** What the event has that is left out. */
  readonly notPlayed: readonly NotPlayed[];
};

/** Of one event; `counting` is what `findStock` has found. */
export function eventDefaults(event: Row, counting: ReadonlySet<string>): EventDefaults {
  const settings = effectiveSettings(event, scheduleInForce(event, event.updatedAt.getTime()));
  return {
    outflowPerMinute: settings.outflowPerMinute,
    order: orderOf(settings),
    opensAfterMinutes: event.kind === "scheduled" ? settings.preQueueMinutes : 0,
    activeCap: settings.activeCap,
    seatMinutes: Math.ceil(seatMsOf(event) / 60_000),
    notPlayed: notPlayedOf({
      ...settings,
      isByLottery: event.admission !== null,
      lanes: lanesOf(event).lanes.length,
      isGoverned: event.governor !== null,
      countsStock: counting.has(event.wireId),
    }),
  };
}

function orderOf({ method, draw }: Row): RehearsalOrder {
  if (method === "random") return "random";
  return draw === null ? "fifo" : "draw";
}

/**
 * The wire ids of those whose line counts a stock, also where its run is over and the line is still there. While Redis is
 * away nobody knows, and there are none.
 */
export async function findStock(
  { customer }: ServiceContext,
  events: readonly Row[],
): Promise<ReadonlySet<string>> {
  const lines = events
    .filter(({ currentRun }) => currentRun > 0)
    .map(({ wireId }) => ({ customerId: customer.wireId, eventId: wireId }));
  if (lines.length === 0) return new Set();
  const glances = await readFromLine((redis) => glanceAtLines(redis, lines)).catch(() => []);
  const counts = lines.filter((_, index) => (glances[index]?.stock ?? null) !== null);
  return new Set(counts.map(({ eventId }) => eventId));
}
