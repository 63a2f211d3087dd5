import { isDeepStrictEqual } from "node:util";
import { withAdvisoryLock } from "@/lib/db/advisory-lock";
import type { Tx } from "@/lib/db/client";
import type { EventSettings } from "@/lib/domain/event/settings";
import { publishEvent, readLogo, readPublishedEvent } from "@/lib/line/commands/published";
import { removeFormerLine } from "@/lib/line/commands/remove-event";
import { tickEvent } from "@/lib/line/commands/tick";
import type { Redis } from "@/lib/line/redis-client";
import { sealedEventKey } from "@/lib/services/event/change/event-key";
import { toDrawPromise } from "@/lib/services/event/draw/promise-draw";
import { EVENT_OWNER, toEventSettings } from "@/lib/services/event/settings/to-settings";
import { atOnce } from "@/lib/services/ground/at-once";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { type EnsuredLine, ensureLine } from "@/lib/services/relay/line/ensure-line";
import { startCarefully } from "@/lib/services/relay/line/start-carefully";
import { adoptNewer } from "./inner/adopt-newer";
import { shareWaitingOf } from "./share-waiting";

export type EventWriteOutcome = {
  /** Null for an event that was never started. */
  readonly line: EnsuredLine | null;
  readonly settings: "written" | "unchanged";
};

/** Each holds a connection to Postgres and may ask for a second one: the pool has ten. */
const inTurn = atOnce(6);

/**
 * Writes what Postgres says about an event to Redis: first the line of its run, then its settings. One
 * process at a time. Repeating it changes nothing. Null when the event is gone.
 */
export async function writeEventToRedis(
  redis: Redis,
  eventId: string,
): Promise<EventWriteOutcome | null> {
  const work = async (tx: Tx) => {
    const found = await tx.event.findUnique({
      where: { id: eventId },
      include: { customer: { select: EVENT_OWNER } },
    });
    if (found === null) return null;
    const event = await adoptNewer(tx, redis, found);
    const draw = await tx.draw.findFirst({ where: { run: { eventId, number: event.currentRun } } });
    const run = await tx.run.findUnique({
      where: { eventId_number: { eventId, number: event.currentRun } },
    });
    const customerId = event.customer.wireId;
    const sealedKey = await sealedEventKey(tx, { id: event.id, customerId, eventId: event.wireId });
    const settings = toEventSettings(event, event.customer, toDrawPromise(draw), run, sealedKey);
    const line = run === null ? null : await ensureLine(redis, { settings, run });
    if (line !== null && event.status === "open") {
      await startCarefully(redis, settings, settingsOf(event, "governor").governor);
    }
    if (await isPublished(redis, settings)) {
      await removeFormerLine(redis, settings);
      return { line, settings: "unchanged" } as const;
    }
    const logo = event.logo === null ? null : Buffer.from(event.logo).toString("base64");
    await publishEvent(redis, settings, logo);
    await removeFormerLine(redis, settings);
    // The settings have the whole limit of the customer; its share follows at once.
    if (event.customer.maxWaiting !== null) await shareWaitingOf(redis, event.customerId);
    return { line, settings: "written" } as const;
  };
  return inTurn(() => withAdvisoryLock(`line:${eventId}`, work));
}

/** True when both the waiting rooms and the line know these settings, or newer ones. */
async function isPublished(redis: Redis, settings: EventSettings): Promise<boolean> {
  const held = await readPublishedEvent(redis, settings.customerId, settings.eventId);
  if (held === null || held.version < settings.version) return false;
  if (held.incarnation !== settings.incarnation) return false;
  if (held.version === settings.version && !isDeepStrictEqual(held, settings)) return false;
  const { logo } = settings.brand;
  if (logo !== null && (await readLogo(redis, settings.customerId, logo.hash)) === null) {
    return false;
  }
  if (settings.runId === 0) return true;
  const tick = await tickEvent(redis, settings);
  return tick.status !== "LOST" && tick.state.settingsVersion >= settings.version;
}
