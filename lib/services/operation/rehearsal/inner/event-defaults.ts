import type { Event } from "@/lib/db/generated/client";
import { holdingLottery } from "@/lib/domain/admission/admission-setting";
import type { SettingValues } from "@/lib/domain/event/settings/table";
import { seatMsOf } from "@/lib/domain/line/seat";
import { type NotPlayed, notPlayedOf } from "@/lib/domain/rehearsal/not-played";
import type { RehearsalOrder } from "@/lib/domain/rehearsal/what-if";
import { effectiveSettings } from "@/lib/domain/schedule/schedule";
import { glanceAtLines } from "@/lib/line/commands/glance";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { scheduleInForce } from "@/lib/services/event/settings/event-schedules";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { toSettingsInput } from "@/lib/services/ground/setting-columns";

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

/** Reads what a what-if about this event begins with, also while Redis is away. */
export async function readEventDefaults(
  context: ServiceContext,
  event: Event,
): Promise<EventDefaults> {
  const own = toSettingsInput(event);
  const settings = effectiveSettings(own, scheduleInForce(event, event.updatedAt.getTime()));
  return {
    outflowPerMinute: settings.outflowPerMinute,
    order: orderOf(settings),
    opensAfterMinutes: event.kind === "scheduled" ? settings.preQueueMinutes : 0,
    activeCap: settings.activeCap,
    seatMinutes: Math.ceil(seatMsOf(own) / 60_000),
    notPlayed: notPlayedOf({
      ...settings,
      isByLottery: holdingLottery(own.admission) !== null,
      lanes: own.lanes.lanes.length,
      isGoverned: own.governor !== null,
      countsStock: await countsStock(context, event),
    }),
  };
}

function orderOf({ method, draw }: SettingValues): RehearsalOrder {
  if (method === "random") return "random";
  return draw === null ? "fifo" : "draw";
}

/**
 * Whether the line counts a stock, also where its run is over and the line is still there. While Redis is away nobody
 * knows, and it counts none.
 */
async function countsStock({ customer }: ServiceContext, event: Event): Promise<boolean> {
  if (event.currentRun === 0) return false;
  const line = eventRef(event, customer);
  const [glance] = await readFromLine((redis) => glanceAtLines(redis, [line])).catch(() => []);
  return (glance?.stock ?? null) !== null;
}
