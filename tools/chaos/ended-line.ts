import { db } from "@/lib/db/client";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { sleep, until } from "../shared/time";
import { askForApp, newBrowser, tokenOf } from "./browser";
import { type Cluster, onCluster } from "./cluster";

const EVENT = {
  eventId: "endedsale",
  kind: "scheduled",
  startLocal: "2020-01-01T09:00",
  endLocal: "2099-01-01T09:00",
  afterEvent: { show: { kind: "page" }, protectedPages: "let-through" },
} as const;
/** So much older what was noted of the line's time is at each stop, which really takes some seconds. */
const STOPS_MS = [1_920_000, 1_920_000, 18_000_000] as const;
/** Longer than Redis keeps what it was told from the disk. */
const ON_DISK_MS = 2_500;
const PATIENCE_MS = 20_000;

type Pass = Awaited<ReturnType<typeof askPatiently>>[number];

/** Passes of an event that is over, before and after Redis was away: none has expired when it is issued. */
export const runEndedLine = onCluster({ rooms: 2, workers: 1 }, async ({ cluster, say }) => {
  const { event, validitySeconds } = await openEndedEvent(cluster);
  const before = await askAllDoors(cluster, event);
  const after: Pass[] = [];
  const askAgain = async () => {
    after.push(...(await askAllDoors(cluster, event)));
    say(`${after.length} passes since`);
  };
  for (const [index, ms] of STOPS_MS.entries()) {
    say(`Redis is away for ${ms / 60_000} minutes`);
    // Every other time nobody but the rooms is there to say what time it is.
    await standStill(cluster, event, ms, index % 2 === 0);
    await askAgain();
    await cluster.start("worker").catch(() => undefined);
    await sleep(3_000);
    await askAgain();
  }
  say("Redis is away for ten seconds while the rooms go on");
  await cluster.stop("redis", "SIGKILL");
  await sleep(10_000);
  await cluster.start("redis");
  await askAgain();
  const passes = [...before, ...after];
  const offSeconds = passes.map(({ endsAtMs, askedAtMs, answeredAtMs }) => {
    const validityMs = 1_000 * validitySeconds;
    const early = askedAtMs + validityMs - endsAtMs;
    return Math.max(early, endsAtMs - answeredAtMs - validityMs, 0) / 1_000;
  });
  return {
    passesIssuedExpired: passes.filter(({ endsAtMs, askedAtMs }) => endsAtMs < askedAtMs).length,
    passesOffBySeconds: Math.round(10 * Math.max(...offSeconds)) / 10,
    passesBefore: before.length,
    passesAfter: after.length,
  };
});

async function openEndedEvent(cluster: Cluster) {
  const { redis } = cluster;
  const event = await cluster.open(EVENT);
  const { id } = await db().event.findFirstOrThrow({ where: { wireId: EVENT.eventId } });
  await db().event.update({ where: { id }, data: { endAt: new Date(Date.now() - 1_000) } });
  await reconcileEvent(redis, id);
  let validitySeconds = 0;
  await until("the event has ended", async () => {
    const settings = await readPublishedEvent(redis, event.customerId, event.eventId);
    validitySeconds = settings?.queueTokenValiditySeconds ?? 0;
    return settings?.status === "ended";
  });
  return { event, validitySeconds };
}

/** Each door of each room, until it gives a pass: a room may ask for patience first. */
async function askAllDoors(cluster: Cluster, event: EventRef): Promise<Pass[]> {
  const target = encodeURIComponent(`${cluster.stack.urls.shop}/tickets`);
  const passes: Pass[] = [];
  for (const port of cluster.roomPorts) {
    // A browser keeps its cookie: whoever comes a second time without one is asked for it.
    const browser = newBrowser(cluster, event).copy(port);
    const doors = [
      async () => tokenOf((await browser.page(`&t=${target}`)).headers.location),
      async () => (await askForApp(port, event)).body,
    ];
    for (const door of doors) passes.push(...(await askPatiently(door)));
  }
  return passes;
}

async function askPatiently(ask: () => Promise<string | null>) {
  const untilMs = Date.now() + PATIENCE_MS;
  while (Date.now() < untilMs) {
    const askedAtMs = Date.now();
    const ends = /~ts_(\d+)/.exec((await ask()) ?? "")?.[1];
    if (ends !== undefined)
      return [{ askedAtMs, answeredAtMs: Date.now(), endsAtMs: 1_000 * Number(ends) }];
    await sleep(250);
  }
  return [];
}

/** Redis and the rooms end and come back, after so long as far as the line can know. */
async function standStill(cluster: Cluster, event: EventRef, ms: number, isWorkerAway: boolean) {
  await Promise.all(cluster.rooms.map((name) => cluster.stop(name, "SIGTERM")));
  if (isWorkerAway) await cluster.stop("worker", "SIGKILL");
  await cluster.redis.hincrby(eventKeys(event).line, "lineAtMs", -ms);
  await sleep(ON_DISK_MS);
  await cluster.stop("redis", "SIGKILL");
  await cluster.start("redis");
  await Promise.all(cluster.rooms.map((name) => cluster.start(name)));
}
