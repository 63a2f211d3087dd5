import type { EventSettings } from "@/lib/domain/event/settings";
import { SINGLE_LANE } from "@/lib/domain/lane/lane";
import { createRun } from "@/lib/line/commands/create-run";
import { publishEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { EventLine } from "@/waiting-room/line/event-line";

/** Settings of an open always-on event that no other test uses. */
export function testSettings(overrides: Partial<EventSettings> = {}): EventSettings {
  const eventId = `t${crypto.randomUUID().replaceAll("-", "").slice(0, 18)}`;
  return {
    version: 1,
    customerId: "testco",
    eventId,
    incarnation: null,
    runId: 1,
    name: "Test sale",
    kind: "always-on",
    status: "open",
    paused: false,
    pauseMessage: null,
    startAtMs: null,
    preQueueMinutes: 15,
    endAtMs: null,
    timeZone: "UTC",
    targetUrl: "https://shop.example/tickets",
    allowedHosts: [],
    inviteOnly: false,
    admission: null,
    absenceMinutes: null,
    method: "fifo",
    queueAll: false,
    outflowPerMinute: 600,
    safetyNetPerMinute: null,
    safetyNetActive: null,
    activeCap: null,
    unitsPerAdmission: 1,
    lanes: SINGLE_LANE,
    lineLimit: null,
    queueTokenValiditySeconds: 120,
    bindsToAddress: false,
    sessionMinutes: 20,
    sessionMode: "sliding",
    waitingStatusCode: 200,
    brand: { name: "Test", colour: "#2563eb", logo: null },
    afterEvent: null,
    draw: null,
    sealedKey: null,
    ...overrides,
  };
}

/** Creates the line of an event and publishes its settings. */
export async function openTestEvent(
  redis: Redis,
  overrides: Partial<EventSettings> = {},
): Promise<EventSettings> {
  const settings = testSettings(overrides);
  await createRun(redis, settings);
  await publishEvent(redis, settings, null);
  return settings;
}

/** The same as one process sees it, which has looked at it once. */
export async function openTestLine(redis: Redis, overrides: Partial<EventSettings> = {}) {
  const settings = await openTestEvent(redis, overrides);
  const line = new EventLine(redis, settings, "node-a");
  await line.refresh();
  return { settings, line };
}

/** Lets line time of one event pass at once. */
export async function passTime(redis: Redis, settings: EventSettings, ms: number): Promise<void> {
  await redis.hincrby(eventKeys(settings).line, "correctionMs", ms);
}

/** Makes the next script believe that Redis was restarted or failed over. */
export async function pretendLoss(redis: Redis, settings: EventSettings): Promise<void> {
  await redis.hset(eventKeys(settings).line, "replid", "0".repeat(40));
}

/** The same without Redis: time passes for a process, which hears of nothing. */
export async function passOutage(
  redis: Redis,
  settings: EventSettings,
  line: EventLine,
  ms: number,
): Promise<void> {
  await passTime(redis, settings, ms);
  const { heardLineMs } = line.clock;
  line.clock.set(line.lineNow() + ms, performance.now());
  line.clock.heardLineMs = heardLineMs;
}

/** A process that dies when Redis does: the line knows of it, and it never answers. */
export async function meetDyingProcess(redis: Redis, settings: EventSettings): Promise<EventLine> {
  const line = new EventLine(redis, settings, crypto.randomUUID());
  await line.refresh();
  return line;
}

/**
 * All that Redis holds of an event, to come back to after a loss. The clock of the machine does not go back
 * with it.
 */
export async function copyOf(redis: Redis, settings: EventSettings): Promise<() => Promise<void>> {
  const keys = Object.values(eventKeys(settings));
  const dumps = await Promise.all(keys.map((key) => redis.dumpBuffer(key)));
  return async () => {
    const { line } = eventKeys(settings);
    const correctionMs = (await redis.hget(line, "correctionMs")) ?? "0";
    for (const [index, key] of keys.entries()) {
      await redis.restore(key, 0, dumps[index] ?? Buffer.alloc(0), "REPLACE");
    }
    await redis.hset(line, { correctionMs });
    await pretendLoss(redis, settings);
  };
}
