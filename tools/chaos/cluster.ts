import { join } from "node:path";
import type { Redis } from "ioredis";
import type { EventRef } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { findFreePorts } from "../stack/ports";
import { Supervisor } from "../stack/processes";
import { answersOk, describeService } from "../stack/services";
import { type Stack, startBeside } from "../stack/stack";
import type { EventControl, EventOptions } from "./event-control";
import { untilStarted } from "./started";

/** A system with several waiting rooms and workers, and no shop. */
export type Cluster = {
  readonly stack: Stack;
  readonly redis: Redis;
  readonly rooms: readonly string[];
  readonly workers: readonly string[];
  readonly roomPorts: readonly number[];
  readonly events: EventControl;
  /** The processes of the waiting rooms, as long as none is started anew. */
  roomProcessIds(): readonly number[];
  /** Opens an event and waits until its line stands. */
  open(options: EventOptions): Promise<EventRef>;
  /** Kills processes at the same moment and starts them again; resolves when all of them answer. */
  restart(names: readonly string[], signal: NodeJS.Signals): Promise<void>;
  stop(name: string, signal: NodeJS.Signals): Promise<void>;
  start(name: string): Promise<void>;
  close(): Promise<void>;
};

export type ClusterOptions = {
  readonly rooms: number;
  readonly workers: number;
  readonly say: (line: string) => void;
  /** A Redis that runs already; left out, the cluster has one of its own. */
  readonly redisUrl?: string;
  /** A Postgres database that is there already; left out, the cluster has one of its own. */
  readonly databaseUrl?: string;
  /** The console runs, too. */
  readonly console?: boolean;
};

/** Brings the cluster up in a folder that is gone when this process ends. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  // There are several waiting rooms already.
  process.env["WAITING_ROOM_PROCESSES"] ||= "1";
  const stack = await startBeside({
    isForCrowds: true,
    services: ["waiting-room", "worker", ...(options.console === true ? ["console" as const] : [])],
    onProgress: options.say,
    redisUrl: options.redisUrl,
    databaseUrl: options.databaseUrl,
  });
  const more = await startMore(stack, options);
  const redis = connectRedis(stack.env["REDIS_URL"] ?? "");
  await waitForRedis(redis, 10_000);
  // Loaded only now: the database client that it needs is generated while the stack starts.
  const { controlEvents } = await import("./event-control");
  const events = await controlEvents(stack);
  return {
    stack,
    redis,
    events,
    ...more,
    open: (event) => openEvent({ stack, redis, events }, event),
    restart: async (names, signal) => {
      await Promise.all(
        names.map(async (name) => {
          await more.stop(name, signal);
          await more.start(name);
        }),
      );
    },
    stop: more.stop,
    start: more.start,
    async close() {
      redis.disconnect();
      await events.close();
      await more.supervisor.close();
      await stack.close();
    },
  };
}

async function startMore(stack: Stack, { rooms, workers, say }: ClusterOptions) {
  const supervisor = new Supervisor(join(stack.dataDirectory, "logs"));
  const ports = new Map([["waiting-room", stack.ports.waitingRoom]]);
  const workerNames = ["worker"];
  const isReady = (name: string) => {
    const port = ports.get(name);
    const isRunning = Promise.resolve(supervisor.isRunning(name));
    return port === undefined ? isRunning : answersOk(port, "/health");
  };
  say(`Starting ${rooms - 1} more waiting rooms and ${workers - 1} more workers`);
  for (let index = 2; index <= rooms; index += 1) {
    const { waitingRoom, waitingRoomTls } = await findFreePorts();
    const env = {
      ...stack.env,
      WAITING_ROOM_PORT: `${waitingRoom}`,
      WAITING_ROOM_TLS_PORT: `${waitingRoomTls}`,
    };
    const name = `waiting-room-${index}`;
    ports.set(name, waitingRoom);
    supervisor.run({ ...describeService("waiting-room", env), name });
    await supervisor.waitUntilReady(name, () => isReady(name));
  }
  for (let index = 2; index <= workers; index += 1) {
    const name = `worker-${index}`;
    workerNames.push(name);
    // The first one has the port.
    supervisor.run({ ...describeService("worker", { ...stack.env, WORKER_PORT: "0" }), name });
  }
  return {
    supervisor,
    rooms: [...ports.keys()],
    roomPorts: [...ports.values()],
    workers: workerNames,
    roomProcessIds: () =>
      [...ports.keys()].map((name) => {
        const processId = isOfStack(name) ? stack.processId(name) : supervisor.processId(name);
        if (processId === undefined) throw new Error(`${name} does not run.`);
        return processId;
      }),
    stop(name: string, signal: NodeJS.Signals): Promise<void> {
      return isOfStack(name) ? stack.stop(name, signal) : supervisor.stop(name, signal);
    },
    async start(name: string): Promise<void> {
      if (isOfStack(name)) return stack.start(name);
      supervisor.start(name);
      await supervisor.waitUntilReady(name, () => isReady(name));
    },
  };
}

function isOfStack(name: string): name is "waiting-room" | "worker" | "console" | "redis" {
  return ["waiting-room", "worker", "console", "redis"].includes(name);
}

async function openEvent(
  { stack, redis, events }: Pick<Cluster, "stack" | "redis" | "events">,
  options: EventOptions,
): Promise<EventRef> {
  await events.open(options);
  const named = { customerId: stack.demo.customerId, eventId: options.eventId };
  return untilStarted(redis, named);
}
