import { join } from "node:path";
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

/** Joins of one event and of many at one process of the waiting room, on a Redis and on clusters, in turn. */
async function measureJoins(): Promise<Figures> {
  const places = {
    oneEvent: await startPlace("oneEvent"),
    one: await startPlace("one"),
    masters1: await startPlace("masters1"),
    masters2: await startPlace("masters2"),
    masters3: await startPlace("masters3"),
  };
  try {
    const saturate = byName(STORES, (store) => places[store].measure);
    say(`Measuring ${STORES.join(", ")} in turn, ${ROUNDS} times`);
    await alternate(WARM_UP_ROUNDS, saturate);
    const loads = await alternate(ROUNDS, saturate);
    const overOne = (figure: "redisMicroseconds" | "processorMicroseconds") =>
      byName(CLUSTERS, (store) =>
        medianRatio(figuresIn(loads[store], figure), figuresIn(loads.one, figure)),
      );
    const ofOneEvent = median(figuresIn(loads.oneEvent, "redisMicroseconds"));
    return {
      /** What one core of Redis could take of one event, if nothing else were to do. */
      oneEventCeilingPerSecond: 1_000_000 / ofOneEvent,
      joinsPerSecond: byName(STORES, (store) => median(figuresIn(loads[store], "perSecond"))),
      redisMicrosecondsPerJoin: byName(STORES, (store) =>
        median(figuresIn(loads[store], "redisMicroseconds")),
      ),
      redisOverOne: overOne("redisMicroseconds"),
      roomOverOne: overOne("processorMicroseconds"),
    };
  } finally {
    for (const { close } of Object.values(places)) await close();
  }
}

/** A store with its events, and a room on it. */
async function startPlace(store: Store) {
  const dataDirectory = await temporaryDirectory(`bench-${store}-`);
  const supervisor = new Supervisor(join(dataDirectory, "logs"));
  const { url, names } = await startStore(store, dataDirectory, supervisor);
  const servers = await withStore(url, supervisor);
  await publishCustomer(servers.redis, servers.master);
  const events: Awaited<ReturnType<typeof openBusy>>[] = [];
  const count = store === "oneEvent" ? 1 : EVENTS;
  for (let at = 0; at < count; at += 1)
    events.push(await openBusy(servers, `event${at}`, { waiting: WAITING }));
  const room = await servers.runRoom("room");
  const processIds = names.map((name) => supervisor.processId(name) ?? 0);
  const redisSeconds = () => processIds.reduce((sum, id) => sum + processorSeconds(id), 0);
  return {
    async measure() {
      const each = MOST_JOINS / events.length;
      const ofEach = events.map(({ joins }) => joins(each));
      const requests = Array.from({ length: each }, (_, at) =>
        ofEach.map((joins) => joins[at] ?? ""),
      ).flat();
      const before = redisSeconds();
      const load = await measureLoad({ ...room, requests }, SECONDS);
      const redisMicroseconds = ((redisSeconds() - before) / load.requests) * 1e6;
      return { ...load, redisMicroseconds };
    },
    async close(): Promise<void> {
      servers.redis.disconnect();
      await supervisor.close();
    },
  };
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
