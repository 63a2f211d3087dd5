import { join } from "node:path";
import { slotOfKey } from "@/lib/line/key-slot";
import { eventKeys } from "@/lib/line/keys";
import { isCluster, type Redis } from "@/lib/line/redis-client";
import { startRedisCluster } from "@/tools/redis-group/redis-cluster";
import type { Figures } from "@/tools/shared/bars";
import { findFreePorts } from "@/tools/stack/ports";
import { Supervisor } from "@/tools/stack/processes";
import { startRedis } from "@/tools/stack/redis";
import { say } from "@/tools/stack/run-command";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import type { Benchmark } from "../harness/benchmark";
import { publishCustomer } from "../harness/events";
import { measureLoad } from "../harness/loads";
import { alternate, byName, figuresIn, median, medianRatio } from "../harness/medians";
import { processorSeconds } from "../harness/process-figures";
import { withStore } from "../harness/servers";
import { openBusy } from "../waiting-room/lines";
import { measureEventsInUse } from "./events-in-use";

/** So many that each of three masters has about a third of them. */
const EVENTS = 60;
const WAITING = 1_000;
const WARM_UP_ROUNDS = 3;
const ROUNDS = 8;
const SECONDS = 1;
/** Joins under way at a time, a bit more than one of each event: a call is for one of them. */
const IN_FLIGHT = 64;
/** More than one process answers in a load, evenly from all events. */
const MOST_JOINS = 48_000;

const MASTERS = { masters1: 1, masters2: 2, masters3: 3 } as const;
const CLUSTERS = ["masters1", "masters2", "masters3"] as const;
const STORES = ["oneEvent", "one", ...CLUSTERS] as const;
type Store = (typeof STORES)[number];

/** So many are open at once where nothing else is asked for. */
const OPEN_EVENTS = 10_000;

export const cluster: Benchmark = {
  about: "joins of 60 events on Redis and on Redis Clusters; 10,000 events in use on three masters",
  async measure({ events = OPEN_EVENTS }) {
    return { ...(await measureJoins()), ...(await measureEventsInUse(events)) };
  },
};

/**
 * Joins of one event and of many at one process of the waiting room, on a Redis and on clusters, in turn. The masters of a
 * cluster are asked one after another, each with its share of the connections, while the others are at rest: a master has a
 * core, as it has on a machine of its own. `atOnce` all are asked, on the two cores that are there.
 */
async function measureJoins(): Promise<Figures> {
  const places = {
    oneEvent: await startPlace("oneEvent"),
    one: await startPlace("one"),
    masters1: await startPlace("masters1"),
    masters2: await startPlace("masters2"),
    masters3: await startPlace("masters3"),
  };
  try {
    const measurements = {
      ...byName(STORES, (store) => places[store].measureInTurn),
      atOnce2: places.masters2.measureAtOnce,
      atOnce3: places.masters3.measureAtOnce,
    };
    say(`Measuring ${Object.keys(measurements).join(", ")} in turn, ${ROUNDS} times`);
    await alternate(WARM_UP_ROUNDS, measurements);
    const loads = await alternate(ROUNDS, measurements);
    const over = (name: keyof typeof loads, figure: keyof Load) =>
      medianRatio(figuresIn(loads[name], figure), figuresIn(loads.one, figure));
    const perSecond = (name: keyof typeof loads) => median(figuresIn(loads[name], "perSecond"));
    const ofOneEvent = median(figuresIn(loads.oneEvent, "redisMicroseconds"));
    return {
      /** What one core of Redis could take of one event, if nothing else were to do. */
      oneEventCeilingPerSecond: 1_000_000 / ofOneEvent,
      joinsPerSecond: {
        ...byName(["oneEvent", "one", "masters1"], perSecond),
        ...{ masters2: perSecond("atOnce2"), masters3: perSecond("atOnce3") },
      },
      redisMicrosecondsPerJoin: byName(STORES, (store) =>
        median(figuresIn(loads[store], "redisMicroseconds")),
      ),
      redisOverOne: byName(CLUSTERS, (store) => over(store, "redisMicroseconds")),
      roomOverOne: byName(CLUSTERS, (store) => over(store, "processorMicroseconds")),
      redisOverOneAtOnce: {
        masters2: over("atOnce2", "redisMicroseconds"),
        masters3: over("atOnce3", "redisMicroseconds"),
      },
    };
  } finally {
    for (const { close } of Object.values(places)) await close();
  }
}

type Load = Readonly<Record<"perSecond" | "processorMicroseconds" | "redisMicroseconds", number>>;

/** A store with its events, and a room on it. */
async function startPlace(store: Store) {
  const dataDirectory = await temporaryDirectory(`bench-${store}-`);
  const supervisor = new Supervisor(join(dataDirectory, "logs"));
  const { url, names } = await startStore(store, dataDirectory, supervisor);
  const servers = await withStore(url, supervisor);
  const { redis } = servers;
  await publishCustomer(redis, servers.master);
  const events: Busy[] = [];
  const count = store === "oneEvent" ? 1 : EVENTS;
  for (let at = 0; at < count; at += 1)
    events.push(await openBusy(servers, `event${at}`, { waiting: WAITING }));
  const room = await servers.runRoom("room");
  const processIds = names.map((name) => supervisor.processId(name) ?? 0);
  const redisSeconds = () => processIds.reduce((sum, id) => sum + processorSeconds(id), 0);
  const masters = new Set(events.map(({ event }) => masterOf(redis, event)));
  if (masters.size !== names.length) throw new Error("A master has no event.");

  async function measure(some: readonly Busy[]): Promise<Load> {
    const share = some.length / events.length;
    const load = { ...room, requests: joinsOf(some), connections: Math.round(IN_FLIGHT * share) };
    const before = redisSeconds();
    const measured = await measureLoad(load, SECONDS);
    const redisMicroseconds = ((redisSeconds() - before) / measured.requests) * 1e6;
    return { ...measured, redisMicroseconds };
  }
  return {
    measureAtOnce: () => measure(events),
    async measureInTurn(): Promise<Load> {
      const loads: Load[] = [];
      for (const master of masters)
        loads.push(await measure(events.filter(({ event }) => masterOf(redis, event) === master)));
      const mean = (figure: keyof Load) =>
        figuresIn(loads, figure).reduce((sum, one) => sum + one, 0) / loads.length;
      return byName(["perSecond", "processorMicroseconds", "redisMicroseconds"], mean);
    },
    async close(): Promise<void> {
      redis.disconnect();
      await supervisor.close();
    },
  };
}

type Busy = Awaited<ReturnType<typeof openBusy>>;

/** As the slots of a cluster name it; the one Redis has no name. */
function masterOf(redis: Redis, event: Busy["event"]): string {
  return (isCluster(redis) ? redis.slots[slotOfKey(eventKeys(event).line)]?.[0] : "") ?? "";
}

/** Of each event the same number, in turn. */
function joinsOf(events: readonly Busy[]): string[] {
  const each = Math.ceil(MOST_JOINS / events.length);
  const ofEach = events.map(({ joins }) => joins(each));
  return Array.from({ length: each }, (_, at) => ofEach.map((joins) => joins[at] ?? "")).flat();
}

async function startStore(store: Store, dataDirectory: string, supervisor: Supervisor) {
  const options = { dataDirectory, supervisor, onProgress: say };
  if (store === "one" || store === "oneEvent") {
    const { redis: port } = await findFreePorts();
    const { url } = await startRedis({ ...options, port });
    return { url, names: ["redis"] };
  }
  const group = { ...options, masters: MASTERS[store], isReplicated: false };
  const { url, members } = await startRedisCluster(group);
  return { url, names: members.map(({ name }) => name) };
}
