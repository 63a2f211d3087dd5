import { HttpClient } from "@/rehearsal/crowd/http-client";
import { sleep } from "../shared/time";
import type { Cluster } from "./cluster";
import { onCluster, type Stage } from "./on-cluster";
import { tokenOf } from "./room-calls";

const EVENT_ID = "endedsale";
/** So much older what was noted of the line's time is at each stop, which really takes some seconds. */
const STOPS_MS = [1_920_000, 1_920_000, 18_000_000] as const;
/** Longer than Redis keeps what it was told from the disk. */
const ON_DISK_MS = 2_500;
const TOLD_MS = 3_000;
const PATIENCE_MS = 20_000;

async function measure({ cluster, say }: Stage) {
  // Loaded only now: the database client that it needs is generated while the cluster starts.
  const { openEndedEvent } = await import("./ended-event");
  const event = await openEndedEvent(cluster, EVENT_ID);
  const before = await askAllDoors(cluster);
  const after: Pass[] = [];
  for (const [index, ms] of STOPS_MS.entries()) {
    say(`Redis is away for ${ms / 60_000} minutes`);
    // Every other time nobody but the rooms is there to say what time it is.
    await standStill(cluster, { line: event.line, ms, isWorkerAway: index % 2 === 0 });
    after.push(...(await askAllDoors(cluster)));
    await cluster.start("worker").catch(() => undefined);
    await sleep(TOLD_MS);
    after.push(...(await askAllDoors(cluster)));
    say(`${after.length} passes since`);
  }
  say("Redis is away for ten seconds while the rooms go on");
  await cluster.stop("redis", "SIGKILL");
  await sleep(10_000);
  await cluster.start("redis");
  after.push(...(await askAllDoors(cluster)));
  say(`${after.length} passes since`);
  const passes = [...before, ...after];
  const offSeconds = passes.map(({ endsAtMs, askedAtMs, answeredAtMs }) => {
    const validityMs = 1_000 * event.validitySeconds;
    const early = askedAtMs + validityMs - endsAtMs;
    return Math.max(early, endsAtMs - answeredAtMs - validityMs, 0) / 1_000;
  });
  return {
    passesIssuedExpired: passes.filter(({ endsAtMs, askedAtMs }) => endsAtMs < askedAtMs).length,
    passesOffBySeconds: Math.round(10 * Math.max(...offSeconds)) / 10,
    passesBefore: before.length,
    passesAfter: after.length,
  };
}

/** When a visitor asked and was answered, and when their pass ends. */
type Pass = {
  readonly askedAtMs: number;
  readonly answeredAtMs: number;
  readonly endsAtMs: number;
};

type Asked = { readonly origin: string; readonly customerId: string; readonly target: string };
type Door = (client: HttpClient, asked: Asked) => Promise<string | null>;

const DOORS: readonly Door[] = [openPage, askForApp];

/** Passes of an event that is over, before and after Redis was away: none has expired when it is issued. */
export const runEndedLine = onCluster({ rooms: 2, workers: 1 }, measure);

/** A browser that a connector sends here. It keeps its cookie: whoever comes a second time without one is asked for it. */
async function openPage(client: HttpClient, { origin, customerId, target }: Asked) {
  const query = new URLSearchParams({ c: customerId, e: EVENT_ID, t: target });
  const headers = { "sec-fetch-mode": "navigate", accept: "text/html" };
  const reply = await client.send("GET", new URL(`${origin}/?${query}`), { headers });
  return tokenOf(reply.headers.location);
}

/** An app with a mobile SDK. */
async function askForApp(_client: HttpClient, { origin, customerId }: Asked) {
  const path = `/api/mobileapp/queue/${customerId}/${EVENT_ID}/enqueue`;
  const headers = { "content-type": "application/json" };
  const reply = await fetch(origin + path, { method: "POST", headers, body: "{}" });
  const body: unknown = await reply.json();
  const token = typeof body === "object" && body !== null && "QueueitToken" in body;
  return token && typeof body.QueueitToken === "string" ? body.QueueitToken : null;
}

/** Each door of each room, until it gives a pass: a room may ask for patience first. */
async function askAllDoors({ stack, roomPorts }: Cluster): Promise<Pass[]> {
  const passes: Pass[] = [];
  for (const port of roomPorts) {
    for (const door of DOORS) {
      const client = new HttpClient();
      const asked = {
        origin: `http://127.0.0.1:${port}`,
        customerId: stack.demo.customerId,
        target: `${stack.urls.shop}/tickets`,
      };
      const pass = await askPatiently(() => door(client, asked));
      if (pass !== null) passes.push(pass);
    }
  }
  return passes;
}

async function askPatiently(ask: () => Promise<string | null>): Promise<Pass | null> {
  const untilMs = Date.now() + PATIENCE_MS;
  while (Date.now() < untilMs) {
    const askedAtMs = Date.now();
    const token = await ask().catch(() => null);
    const ends = /~ts_(\d+)/.exec(token ?? "")?.[1];
    if (ends !== undefined)
      return { askedAtMs, answeredAtMs: Date.now(), endsAtMs: 1_000 * Number(ends) };
    await sleep(250);
  }
  return null;
}

type Standstill = { readonly line: string; readonly ms: number; readonly isWorkerAway: boolean };

/** Redis and the rooms end and come back, after so long as far as the line can know. */
async function standStill(cluster: Cluster, { line, ms, isWorkerAway }: Standstill): Promise<void> {
  await Promise.all(cluster.rooms.map((name) => cluster.stop(name, "SIGTERM")));
  if (isWorkerAway) await cluster.stop("worker", "SIGKILL");
  await cluster.redis.hincrby(line, "lineAtMs", -ms);
  await sleep(ON_DISK_MS);
  await cluster.stop("redis", "SIGKILL");
  await cluster.start("redis");
  await Promise.all(cluster.rooms.map((name) => cluster.start(name)));
}
