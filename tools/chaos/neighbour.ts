import { randomBytes } from "node:crypto";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { round } from "@/simulation/statistics";
import type { EventLine } from "@/waiting-room/line/event-line";
import { pouring } from "../attack/attack";
import { askEverything, LARGEST_GROUP } from "../shared/ask-everything";
import { countReads } from "../shared/count-reads";
import { inGroups } from "../shared/in-groups";
import { serve } from "../shared/serve";
import { sleep } from "../shared/time";
import { lineTime, newBrowser } from "./browser";
import { type Cluster, lineOf, onCluster, type Stage } from "./cluster";
import { joinAtPace, percentile, takeTurns, watchMemory } from "./loads";
import { atPace } from "./pace";

const JOINS_REMEMBERED = 300_000;
const SEATS = 1_000_000;
/** Over within the hour for which joins are remembered. */
const TURNS = { count: 12, ms: 9_500 };
const SEATS_END_TURN = 2;

export const runNeighbour = onCluster({ rooms: 1, workers: 1 }, async (stage) => {
  const { cluster, say } = stage;
  const site = await startLoudSite();
  const open = (eventId: string, more: object = {}) =>
    cluster.open({ eventId, outflowPerMinute: 600, queueAll: true, ...more });
  const events = {
    others: await open("othersale"),
    loud: await open("loudsale"),
    seats: await open("seatsale", { activeCap: SEATS }),
  };
  await open("sitesale", { governor: { healthUrl: site.healthUrl, timeoutMs: 10_000 } });
  // Lines of this process over a connection that counts what scripts read.
  const redis = connectRedis(cluster.stack.env["REDIS_URL"] ?? "");
  await waitForRedis(redis, 10_000);
  const reading = countReads(redis);
  const loud = await lineOf(redis, events.loud, "counting");
  const seats = await lineOf(redis, events.seats, "counting");
  say(`Filling the line with ${JOINS_REMEMBERED} joins, and ${SEATS} seats`);
  const endMs = (await lineTime(cluster, events.seats)) + 3_600_000;
  await takeSeats(cluster, events.seats, endMs);
  const joinIds = await joinMany(loud);
  // Puts the turn of the halves off, so that nothing is forgotten before two minutes have passed.
  const now = await lineTime(cluster, events.loud);
  await cluster.redis.hset(eventKeys(events.loud).line, "joinsTurnedAtMs", now);
  const { counts, ...seen } = await measure({ ...stage, events, site, endMs });
  say("Counting what each script reads in these lines");
  for (const line of [seats, loud])
    await askEverything({ redis, settings: line.settings, line, joinIds });
  const reads = await reading.most();
  for (const [name, count] of Object.entries(reads)) say(`${name} reads ${count} at the most`);
  redis.disconnect();
  await site.close();
  return { ...neighbourFigures({ ...seen, reads }), ...counts };
});

async function joinMany(line: EventLine): Promise<Buffer[]> {
  const ids = Array.from({ length: JOINS_REMEMBERED }, () => randomBytes(16));
  await inGroups(LARGEST_GROUP, ids, async (joinId, index) => {
    await line.join({ lane: 0, joinId });
    // So that the line's clock is heard of now and then.
    if (index % (16 * LARGEST_GROUP) === 0) await line.refresh();
  });
  return ids;
}

type Scene = Stage & {
  readonly events: Readonly<Record<"others" | "loud" | "seats", EventRef>>;
  readonly site: Awaited<ReturnType<typeof startLoudSite>>;
  readonly endMs: number;
};

async function measure(scene: Scene) {
  const { cluster, events, site, say } = scene;
  const { redis } = cluster;
  const workerId = cluster.processId("worker");
  const quietMemory = watchMemory(workerId);
  await sleep(4_000);
  const memoryAlone = quietMemory.end();
  say("Others join, beside a neighbour who is loud and quiet in turns");
  await redis.call("CONFIG", "RESETSTAT");
  await redis.slowlog("RESET");
  const loudMemory = watchMemory(workerId);
  const seatsBefore = await takenSeats(cluster, events.seats);
  const { counts, ...joins } = await makeTurns(scene);
  const memoryBeside = loudMemory.end();
  for (const text of slowCallsOf(await redis.slowlog("GET", 5))) say(text);
  const callMillisecondsP999 = scriptP999Of(await redis.info("latencystats"));
  const seatsEnded = seatsBefore - (await takenSeats(cluster, events.seats));
  return {
    ...{ ...joins, callMillisecondsP999, memoryAlone, memoryBeside },
    counts: { ...counts, seatsEnded, healthProbes: site.probes() },
  };
}

/** In turns a loud neighbour and a quiet one; the seats of a third event end in the third turn. */
async function makeTurns({ cluster, events, site, endMs }: Scene) {
  const { redis } = cluster;
  let repeatedJoins = 0;
  const visitors = joinAtPace(cluster, events.seats, 2);
  // A join that says it was sent two minutes ago, with an id that nobody has seen.
  const repeatJoin = async () => {
    repeatedJoins += 1;
    await newBrowser(cluster, events.loud).join({ retry: "1", ago: "120000" });
  };
  const beLoud = async (turn: number) => {
    site.beLoud(true);
    if (turn === SEATS_END_TURN) {
      const aheadMs = endMs + 1_000 - (await lineTime(cluster, events.seats));
      await redis.hincrby(eventKeys(events.seats).line, "correctionMs", aheadMs);
    }
    return atPace(40, repeatJoin);
  };
  const beQuiet = async () => {
    site.beLoud(false);
    return null;
  };
  const found = await takeTurns(cluster, events.others, TURNS, [beLoud, beQuiet]);
  const { joinsEven, joinsOdd } = eventKeys(events.loud);
  const joinsRemembered = (await redis.hlen(joinsEven)) + (await redis.hlen(joinsOdd)) - 2;
  await visitors.end();
  const [joinsBeside = [], joinsAlone = []] = found.joins;
  const { othersFailed } = found;
  return { joinsAlone, joinsBeside, counts: { joinsRemembered, repeatedJoins, othersFailed } };
}

async function takenSeats(cluster: Cluster, event: EventRef): Promise<number> {
  const now = await lineTime(cluster, event);
  return cluster.redis.zcount(eventKeys(event).seats, `(${now}`, "(+inf");
}

export type NeighbourSeen = Omit<Awaited<ReturnType<typeof measure>>, "counts"> & {
  /** The most that one call of each script read. */
  readonly reads: Readonly<Record<string, number>>;
};

export function neighbourFigures(seen: NeighbourSeen) {
  const [alone, beside] = [percentile(seen.joinsAlone, 0.95), percentile(seen.joinsBeside, 0.95)];
  return {
    othersJoinP95Ratio: round(beside / alone, 2),
    mostElementsRead: Math.max(...Object.values(seen.reads)),
    callMillisecondsP999: round(seen.callMillisecondsP999, 2),
    workerMemoryRatio: round(Math.max(...seen.memoryBeside) / Math.max(...seen.memoryAlone), 2),
  };
}

/** Reads the 99.9th percentile of what calls of scripts took from `INFO latencystats`, in milliseconds. */
export function scriptP999Of(info: string): number {
  const found = /latency_percentiles_usec_evalsha:.*p99\.9=([\d.]+)/.exec(info)?.[1];
  return found === undefined ? Number.POSITIVE_INFINITY : Number(found) / 1_000;
}

/** What `SLOWLOG GET` tells of the calls that took longest lately: for how long, and on which keys. */
export function slowCallsOf(log: unknown): string[] {
  const entries: readonly unknown[] = Array.isArray(log) ? log : [];
  return entries.map((entry) => {
    const [, , microseconds, words]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    const keys = [words].flat().filter((word) => /^(wr|bull):/.test(String(word)));
    return `A call took ${Math.round(Number(microseconds) / 1_000)} ms: ${keys.slice(0, 2).join(" ")}`;
  });
}

const LARGE_ANSWER_BYTES = 300 * 1024 * 1024;
const SEATS_AT_ONCE = 10_000;

/** A site whose health check answers 300 MB while it is made to. */
async function startLoudSite() {
  let isLoud = false;
  let probes = 0;
  const { port, close } = await serve((_request, response) => {
    response.on("error", () => undefined);
    if (!isLoud) return void response.end("ok");
    probes += 1;
    pouring(LARGE_ANSWER_BYTES, () => undefined).pipe(response);
  });
  return {
    healthUrl: `http://127.0.0.1:${port}/health`,
    beLoud(loud: boolean) {
      isLoud = loud;
    },
    probes: () => probes,
    close,
  };
}

const TAKE = "for n = ARGV[1], ARGV[2] do redis.call('ZADD', KEYS[1], ARGV[3], 'q' .. n) end";

/** All end at one moment of line time. */
async function takeSeats({ redis }: Cluster, event: EventRef, endMs: number): Promise<void> {
  for (let from = 1; from <= SEATS; from += SEATS_AT_ONCE)
    await redis.eval(TAKE, 1, eventKeys(event).seats, from, from + SEATS_AT_ONCE - 1, endMs);
}
