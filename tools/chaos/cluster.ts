import { join } from "node:path";
import { db, disconnectDb } from "@/lib/db/client";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { type EventRef, eventKeys, type WireRef } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { startEvent } from "@/lib/services/event/control/start";
import { createEvent } from "@/lib/services/event/manage/create";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { CreateEventInput, UpdateEventInput } from "@/lib/services/event/settings/schemas";
import { type ServiceContext, workerContext } from "@/lib/services/ground/context";
import { EventLine } from "@/waiting-room/line/event-line";
import type { Figures } from "../shared/bars";
import { sleep, until } from "../shared/time";
import { findFreePorts } from "../stack/ports";
import { Supervisor } from "../stack/processes";
import { describeService, SERVICE_NAMES, untilAnswers } from "../stack/services";
import { type ProcessName, type Stack, startBeside } from "../stack/stack";
import type { Say } from "./aftermath";
import type { Admitted } from "./watch-line";

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

export type ClusterOptions = {
  readonly rooms: number;
  readonly workers: number;
  readonly say: (line: string) => void;
  /** A Redis that runs already; left out, the cluster has one of its own. */
  readonly redisUrl?: string;
  /** A Postgres database that is there already; left out, the cluster has one of its own. */
  readonly databaseUrl?: string;
  readonly console?: boolean;
  /** The demo's shop stands behind it, and each waiting room has as many processes as anywhere. */
  readonly shop?: boolean;
};

/** Brings the cluster up in a folder that is gone when this process ends. */
export async function startCluster(options: ClusterOptions) {
  const { say, redisUrl, databaseUrl } = options;
  // There are several waiting rooms already.
  if (!options.shop) process.env["WAITING_ROOM_PROCESSES"] ||= "1";
  const optional = (["console", "shop"] as const).filter((name) => options[name] === true);
  const stack = await startBeside({
    services: ["waiting-room", "worker", ...optional],
    ...{ onProgress: say, redisUrl, databaseUrl, isForCrowds: true },
  });
  const { supervisor, ports, workers } = await startMore(stack, options);
  const redis = connectRedis(stack.env["REDIS_URL"] ?? "");
  await waitForRedis(redis, 10_000);
  const events = await controlEvents(stack);
  const stop = (name: string, signal: NodeJS.Signals) =>
    isOfStack(name) ? stack.stop(name, signal) : supervisor.stop(name, signal);
  const start = async (name: string) => {
    if (isOfStack(name)) return stack.start(name);
    supervisor.start(name);
    await untilAnswers(supervisor, name, ports.get(name));
  };
  return {
    ...{ stack, redis, events, workers, stop, start },
    rooms: [...ports.keys()],
    roomPorts: [...ports.values()],
    processId(name: string): number {
      const processId = isOfStack(name) ? stack.processId(name) : supervisor.processId(name);
      if (processId === undefined) throw new Error(`${name} does not run.`);
      return processId;
    },
    async open(event: EventOptions): Promise<EventRef> {
      await openEvent(events.context, stack, event);
      const named = { customerId: stack.demo.customerId, eventId: event.eventId };
      return untilStarted(redis, named);
    },
    /** Kills processes at the same moment and starts them again; resolves when all of them answer. */
    async restart(names: readonly string[], signal: NodeJS.Signals): Promise<void> {
      await Promise.all(names.map((name) => stop(name, signal).then(() => start(name))));
    },
    async close(): Promise<void> {
      redis.disconnect();
      await events.close();
      await supervisor.close();
      await stack.close();
    },
  };
}

async function startMore(stack: Stack, { rooms, workers, say }: ClusterOptions) {
  const supervisor = new Supervisor(join(stack.dataDirectory, "logs"));
  const ports = new Map([["waiting-room", stack.ports.waitingRoom]]);
  const workerNames = ["worker"];
  say(`Starting ${rooms - 1} more waiting rooms and ${workers - 1} more workers`);
  for (let index = 2; index <= rooms; index += 1) {
    const { waitingRoom, waitingRoomTls: tls } = await findFreePorts();
    const own = { WAITING_ROOM_PORT: `${waitingRoom}`, WAITING_ROOM_TLS_PORT: `${tls}` };
    const name = `waiting-room-${index}`;
    ports.set(name, waitingRoom);
    supervisor.run({ ...describeService("waiting-room", { ...stack.env, ...own }), name });
    await untilAnswers(supervisor, name, waitingRoom);
  }
  for (let index = 2; index <= workers; index += 1) {
    const name = `worker-${index}`;
    workerNames.push(name);
    // The first one has the port.
    supervisor.run({ ...describeService("worker", { ...stack.env, WORKER_PORT: "0" }), name });
  }
  return { supervisor, ports, workers: workerNames };
}

const OF_STACK: readonly string[] = [...SERVICE_NAMES, "redis", "postgres"];

function isOfStack(name: string): name is ProcessName {
  return OF_STACK.includes(name);
}

/** Waits until an event is open and its line stands. Answers how Redis knows it. */
export async function untilStarted(redis: Redis, named: WireRef): Promise<EventRef> {
  let event: EventRef = { ...named, incarnation: null };
  await until(`the line of ${named.eventId} stands`, async () => {
    const settings = await readPublishedEvent(redis, named.customerId, named.eventId);
    if (settings?.status !== "open") return false;
    event = { ...named, incarnation: settings.incarnation };
    return (await redis.hget(eventKeys(event).line, "run")) !== null;
  });
  return event;
}

/** The line of a published event, as a process of this name over this connection has it. */
export async function lineOf(redis: Redis, { customerId, eventId }: WireRef, processName: string) {
  const settings = await readPublishedEvent(redis, customerId, eventId);
  if (settings === null) throw new Error(`${eventId} is not published.`);
  const line = new EventLine(redis, settings, processName);
  await line.refresh();
  return line;
}

export type Given = {
  readonly seconds: number;
  readonly visitors: number;
  readonly attack: string | null;
  readonly say: Say;
};

export type Scenario = (given: Given) => Promise<Figures>;

export type Stage = Given & { readonly cluster: Cluster };

export function onCluster(
  options: Omit<ClusterOptions, "say">,
  measure: (stage: Stage) => Promise<Figures>,
): Scenario {
  return async (given) => {
    const cluster = await startCluster({ ...options, say: given.say });
    const figures = await measure({ ...given, cluster });
    await cluster.close();
    return figures;
  };
}

export type EventOptions = Partial<CreateEventInput> & Pick<CreateEventInput, "eventId">;

export type EventControl = Awaited<ReturnType<typeof controlEvents>>;

/** Creates an event, an always-on one where nothing else is said, and starts it. */
export async function openEvent(
  context: ServiceContext,
  { urls }: Pick<Stack, "urls">,
  options: EventOptions,
): Promise<void> {
  const { eventId } = options;
  const targetUrl = `${urls.shop}/tickets`;
  await createEvent(context, { name: eventId, kind: "always-on", targetUrl, ...options });
  await startEvent(context, { eventId });
}

/** Speaks for the demo customer of a stack. Sets this process's environment to the stack's. */
export async function controlEvents(stack: Stack) {
  Object.assign(process.env, stack.env);
  const where = { wireId: stack.demo.customerId };
  const customer = await db().customer.findUniqueOrThrow({ where });
  const context = workerContext(customer, "chaos");
  return {
    context,
    // On a machine that is busy with the crowd a transaction may not get its turn in time.
    change: (input: UpdateEventInput) => retried(() => updateEvent(context, input)),
    async stored(eventId: string): Promise<Admitted[]> {
      const event = { wireId: eventId, customerId: customer.id };
      const rows = await db().admission.findMany({ where: { run: { event } } });
      return rows.map(({ queueNumber, admittedAt, queueId, renewal, redirectType }) => ({
        ...{ queueNumber: Number(queueNumber), admittedAtMs: admittedAt.getTime() },
        ...{ queueId, renewal, redirectType },
      }));
    },
    close: disconnectDb,
  };
}

/** Makes access codes for one use, to a lane or to the line, and waits until the line knows them. */
export async function makeCodes(
  { redis, events }: Cluster,
  event: EventRef,
  count: number,
  lane: string | null,
) {
  const use = { kind: "single-use" } as const;
  const batch = { eventId: event.eventId, name: "Guests", count, lane, use };
  const { csv } = await createAccessCodes(events.context, batch);
  const { codes } = eventKeys(event);
  await until("the line knows the codes", async () => (await redis.hlen(codes)) > count);
  const [, ...rows] = csv.trim().split("\r\n");
  return rows.map((row) => row.split(",")[0] ?? "");
}

async function retried(work: () => Promise<unknown>, attempts = 5): Promise<void> {
  await work().catch(async (error: unknown) => {
    if (attempts === 1) throw error;
    await sleep(500);
    await retried(work, attempts - 1);
  });
}
