import { randomBytes } from "node:crypto";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { EventLine } from "@/waiting-room/line/event-line";
import { askEverything, LARGEST_GROUP } from "../shared/ask-everything";
import { countReads } from "../shared/count-reads";
import { sleep } from "../shared/time";
import type { Cluster } from "./cluster";
import { inviteGuests } from "./guests";
import { lineOf } from "./line-of";
import { neighbourFigures, scriptP999Of, slowCallsOf } from "./neighbour-figures";
import {
  atPace,
  joinAgain,
  joinOnce,
  startLoudSite,
  takeSeats,
  watchMemory,
} from "./neighbour-load";
import { onCluster, type Stage as Scene } from "./on-cluster";
import { lineTime } from "./room-calls";

const JOINS_REMEMBERED = 300_000;
const REPEATED_PER_SECOND = 40;
const OTHERS_PER_SECOND = 20;
const SEATS = 1_000_000;
/**
 * The neighbour is loud and quiet in turns, a minute of each together, so that what else the machine does falls
 * on both. All is over before an hour has passed, when the line may forget joins.
 */
const TURNS = { count: 12, ms: 9_500 };
/** The loud turn in which the seats end. */
const SEATS_END_TURN = 2;
/** How long the memory of the worker is looked at before. */
const LOOK_MS = 4_000;
const HOUR_MS = 3_600_000;
const OUTFLOW_PER_MINUTE = 600;

/** What a loud customer costs the others of the same Redis and the same worker. */
export const runNeighbour = onCluster({ rooms: 1, workers: 1 }, compare);

async function compare({ cluster, say }: Scene) {
  const site = await startLoudSite();
  const open = (eventId: string, more: object = {}) =>
    cluster.open({ eventId, outflowPerMinute: OUTFLOW_PER_MINUTE, queueAll: true, ...more });
  const events = {
    others: await open("othersale"),
    loud: await open("loudsale"),
    seats: await open("seatsale", { activeCap: SEATS }),
    site: await open("sitesale", { governor: { healthUrl: site.healthUrl, timeoutMs: 10_000 } }),
  };
  const counted = await countedLines(cluster, events);
  say(`Filling the line with ${JOINS_REMEMBERED} joins, and ${SEATS} seats`);
  const endMs = (await lineTime(cluster, events.seats)) + HOUR_MS;
  await takeSeats(cluster.redis, events.seats, { count: SEATS, endMs });
  const joinIds = await joinMany(counted.loud);
  await keepJoins(cluster, events.loud);
  const measured = await measure({ cluster, events, site, say, endMs });
  say("Counting what each script reads in these lines");
  for (const line of [counted.seats, counted.loud]) {
    await askEverything({ redis: counted.redis, settings: line.settings, line, joinIds });
  }
  const reads = await counted.reads.most();
  for (const [name, count] of Object.entries(reads)) say(`${name} reads ${count} at the most`);
  counted.redis.disconnect();
  await site.close();
  return neighbourFigures({ ...measured, reads });
}

type Events = Readonly<Record<"others" | "loud" | "seats" | "site", EventRef>>;

/** Lines of this process over a connection that counts what scripts read. */
async function countedLines(cluster: Cluster, events: Events) {
  const redis = connectRedis(cluster.stack.env["REDIS_URL"] ?? "");
  await waitForRedis(redis, 10_000);
  const reads = countReads(redis);
  const loud = await lineOf(redis, events.loud, "counting");
  const seats = await lineOf(redis, events.seats, "counting");
  return { redis, reads, loud, seats };
}

/** Joins as many as are to be remembered, as fast as one process can; answers their ids. */
async function joinMany(line: EventLine): Promise<Buffer[]> {
  const ids = Array.from({ length: JOINS_REMEMBERED }, () => randomBytes(16));
  for (let from = 0; from < ids.length; from += LARGEST_GROUP) {
    const group = ids.slice(from, from + LARGEST_GROUP);
    await Promise.all(group.map((joinId) => line.join({ lane: 0, joinId })));
    // So that the line's clock is heard of now and then.
    if (from % (16 * LARGEST_GROUP) === 0) await line.refresh();
  }
  return ids;
}

/** Puts the turn of the halves off, so that nothing is forgotten before two minutes have passed. */
async function keepJoins(cluster: Cluster, event: EventRef): Promise<void> {
  const now = await lineTime(cluster, event);
  await cluster.redis.hset(eventKeys(event).line, "joinsTurnedAtMs", now);
}

/** How many join ids the line of an event knows. */
async function remembered({ redis }: Cluster, event: EventRef): Promise<number> {
  const { joinsEven, joinsOdd } = eventKeys(event);
  const [even, odd] = await Promise.all([redis.hlen(joinsEven), redis.hlen(joinsOdd)]);
  return even + odd - 2;
}

type Stage = {
  readonly cluster: Cluster;
  readonly events: Events;
  readonly site: Awaited<ReturnType<typeof startLoudSite>>;
  readonly say: (line: string) => void;
  /** When the seats end, unless line time is moved on. */
  readonly endMs: number;
};

/** Lets others join while the neighbour is loud and quiet in turns; answers what was seen. */
async function measure(stage: Stage) {
  const { cluster, events, site, say } = stage;
  const { redis, stack } = cluster;
  const workerId = stack.processId("worker");
  if (workerId === undefined) throw new Error("The worker does not run.");
  const quietMemory = watchMemory(workerId);
  await sleep(LOOK_MS);
  const memoryAlone = quietMemory.end();
  say("Others join, beside a neighbour who is loud and quiet in turns");
  await redis.call("CONFIG", "RESETSTAT");
  await redis.slowlog("RESET");
  const loudMemory = watchMemory(workerId);
  const seatsBefore = await takenSeats(cluster, events.seats);
  const joins = await takeTurns(stage);
  const memoryBeside = loudMemory.end();
  for (const text of slowCallsOf(await redis.slowlog("GET", 5))) say(text);
  return {
    ...joins,
    callMillisecondsP999: scriptP999Of(await redis.info("latencystats")),
    memoryAlone,
    memoryBeside,
    seatsEnded: seatsBefore - (await takenSeats(cluster, events.seats)),
    healthProbes: site.probes(),
  };
}

async function takeTurns({ cluster, events, site, endMs }: Stage) {
  const guests = inviteGuests(cluster, events.others);
  const joins: Record<"alone" | "beside", number[]> = { alone: [], beside: [] };
  let [phase, othersFailed, repeatedJoins]: [keyof typeof joins, number, number] = ["alone", 0, 0];
  const others = atPace(OTHERS_PER_SECOND, async () => {
    const of = joins[phase];
    const ms = await joinOnce(cluster, events.others, guests);
    if (ms === null) othersFailed += 1;
    else of.push(ms);
  });
  const visitors = atPace(2, async () => {
    await joinOnce(cluster, events.seats, guests);
  });
  for (let turn = 0; turn < TURNS.count; turn += 1) {
    phase = turn % 2 === 0 ? "beside" : "alone";
    site.beLoud(phase === "beside");
    if (turn === SEATS_END_TURN) await endSeats(cluster, events.seats, endMs);
    const perSecond = phase === "beside" ? REPEATED_PER_SECOND : 0;
    const repeats = atPace(perSecond, () => joinAgain(cluster, events.loud, guests));
    await sleep(TURNS.ms);
    await repeats.end();
    repeatedJoins += repeats.count();
  }
  const joinsRemembered = await remembered(cluster, events.loud);
  await Promise.all([others.end(), visitors.end()]);
  return {
    joinsAlone: joins.alone,
    joinsBeside: joins.beside,
    othersFailed,
    repeatedJoins,
    joinsRemembered,
  };
}

/** Moves line time behind the end of all seats. */
async function endSeats(cluster: Cluster, event: EventRef, endMs: number): Promise<void> {
  const aheadMs = endMs + 1_000 - (await lineTime(cluster, event));
  await cluster.redis.hincrby(eventKeys(event).line, "correctionMs", aheadMs);
}

/** Seats by name that have not ended. */
async function takenSeats(cluster: Cluster, event: EventRef): Promise<number> {
  const now = await lineTime(cluster, event);
  return cluster.redis.zcount(eventKeys(event).seats, `(${now}`, "(+inf");
}
