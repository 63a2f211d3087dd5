import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { type DemoCredentials, readCredentials } from "../demo/credentials";
import { buildConsole, buildServers, STANCHION_PROGRAM } from "./build";
import { type Environment, environmentOf, urlsOf } from "./environment";
import { createIsolatedDatabase, isolatedRedisUrl } from "./isolated-servers";
import { claimDirectory } from "./lock";
import { defaultDataDirectory, projectPath } from "./paths";
import {
  findFreePorts,
  type HeldPorts,
  holdPorts,
  type PortName,
  type Ports,
  readPorts,
} from "./ports";
import { requirePostgres, startPostgres } from "./postgres";
import { generatePrismaClient } from "./prisma-client";
import { Supervisor } from "./processes";
import { answersPing, requireRedis, startRedis } from "./redis";
import { runNode } from "./run-to-end";
import { loadSecrets } from "./secrets";
import {
  answersOk,
  describeService,
  healthOf,
  isShop,
  portsOf,
  type ServiceName,
} from "./services";
import { temporaryDirectory } from "./temporary-directory";
import { loadCertificate } from "./tls";

const PUBLICATION_MS = 30_000;

export interface StackOptions {
  readonly dataDirectory: string;
  readonly ports: Ports;
  readonly services: readonly ServiceName[];
  readonly onProgress: (line: string) => void;
  /** A server that already runs; left out, the stack starts one of its own. */
  readonly databaseUrl?: string | undefined;
  readonly redisUrl?: string | undefined;
  /**
   * Visitors of a crowd say addresses of their own, as a trusted proxy in front would: all of them come from this
   * machine. Only for a demo and for measuring, since whoever reaches it may say any address.
   */
  readonly isForCrowds?: boolean;
}

type Beside = Omit<StackOptions, "dataDirectory" | "ports"> & { readonly dataDirectory?: string };

export type ProcessName = ServiceName | "postgres" | "redis";

/** A running system. */
export type Stack = Awaited<ReturnType<typeof startStack>>;

interface Stores {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** The append-only folder of the stack's own Redis; null when it uses another one. */
  readonly redisDirectory: string | null;
}

type Starting = Readonly<{ options: StackOptions; supervisor: Supervisor; held: HeldPorts }>;
type Running = Starting & { readonly stores: Stores };

async function prepare({ onProgress, services }: StackOptions): Promise<void> {
  if (await generatePrismaClient()) onProgress("Generated the database client");
  if (await buildServers()) onProgress("Built the waiting room and the worker");
  if (!services.includes("console")) return;
  onProgress("Building the console (skipped when nothing has changed)");
  await buildConsole();
}

/** A Postgres of its own, else the one that was named; with every migration. */
async function startDatabase({ options, supervisor, held }: Starting): Promise<string> {
  const { dataDirectory, ports, onProgress } = options;
  let url = options.databaseUrl;
  if (url === undefined) {
    onProgress("Starting Postgres");
    await held.release(["postgres"]);
    url = await startPostgres({ dataDirectory, port: ports.postgres, supervisor });
  } else await requirePostgres(url);
  const args = [STANCHION_PROGRAM, "migrate", "--json"];
  const { code, output } = await runNode({ args, env: { DATABASE_URL: url } });
  if (code !== 0) throw new ExpectedFailure(output.trim());
  const { applied }: { applied: string[] } = JSON.parse(output.trim().split("\n").at(-1) ?? "{}");
  if (applied.length > 0) onProgress(`Applied ${applied.length} database migration(s)`);
  return url;
}

async function startStores(starting: Starting): Promise<Stores> {
  const { options, supervisor, held } = starting;
  const { dataDirectory, ports, onProgress, redisUrl } = options;
  const databaseUrl = await startDatabase(starting);
  if (redisUrl !== undefined) {
    await requireRedis(redisUrl);
    return { databaseUrl, redisUrl, redisDirectory: null };
  }
  onProgress("Starting Redis");
  await held.release(["redis"]);
  const redis = await startRedis({ dataDirectory, port: ports.redis, supervisor, onProgress });
  return { databaseUrl, redisUrl: redis.url, redisDirectory: redis.directory };
}

async function seed(dataDirectory: string, env: Environment): Promise<DemoCredentials> {
  const args = ["--import", "tsx", projectPath("tools/stack/run-seed.ts")];
  const { code, output } = await runNode({ args, env });
  const demo = code === 0 ? await readCredentials(dataDirectory) : null;
  if (demo === null) throw new ExpectedFailure(`The demo could not be made:\n${output.trim()}`);
  return demo;
}

function waitFor({ supervisor, stores, options }: Running, name: ProcessName): Promise<void> {
  return supervisor.waitUntilReady(name, async () => {
    if (name === "redis") return answersPing(stores.redisUrl);
    if (name === "postgres") return requirePostgres(stores.databaseUrl).then(() => true);
    const { port, path } = healthOf(name);
    return answersOk(options.ports[port], path);
  });
}

async function restartRedisFrom(running: Running, directory: string): Promise<void> {
  const { redisDirectory } = running.stores;
  if (redisDirectory === null)
    throw new ExpectedFailure("REDIS_URL names a Redis that is not ours.");
  await running.supervisor.stop("redis", "SIGKILL");
  await rm(redisDirectory, { recursive: true, force: true });
  await cp(directory, redisDirectory, { recursive: true });
  running.supervisor.start("redis");
  await waitFor(running, "redis");
}

/**
 * Waits until the waiting room hands the demo's rules to its shop, so that the first visitor meets
 * them. Not for ever: a person may have revoked the demo's key since the last start.
 */
async function waitForPublication(running: Running, demo: DemoCredentials): Promise<void> {
  const port = running.options.ports.waitingRoom;
  const path = `/status/integrationconfig/secure/${demo.customerId}`;
  const deadlineMs = Date.now() + PUBLICATION_MS;
  const isDone = async () =>
    (await answersOk(port, path, { "api-key": demo.apiKey })) || Date.now() > deadlineMs;
  await running.supervisor.waitUntilReady("worker", isDone);
}

async function startServices(running: Running, env: Environment, demo: DemoCredentials) {
  const { options, supervisor, held } = running;
  const { services, onProgress } = options;
  onProgress(`Starting ${services.join(", ")}`);
  const run = async (names: readonly ServiceName[]): Promise<void> => {
    await held.release(names.flatMap(portsOf));
    for (const name of names) supervisor.run(describeService(name, env));
    await Promise.all(names.map((name) => waitFor(running, name)));
  };
  await run(services.filter((name) => !isShop(name)));
  await waitForPublication(running, demo);
  await run(services.filter(isShop));
}

function portsToHold({ databaseUrl, redisUrl, services }: StackOptions): PortName[] {
  const ports = services.flatMap(portsOf);
  if (databaseUrl === undefined) ports.push("postgres");
  if (redisUrl === undefined) ports.push("redis");
  return ports;
}

/**
 * Brings the whole system up and resolves when every part of it answers. When a part does not, what
 * has been started is stopped again and an `ExpectedFailure` says which one and why.
 */
async function startStack(options: StackOptions) {
  const { dataDirectory, ports } = options;
  if (options.isForCrowds === true) process.env["TRUSTED_PROXIES"] ||= "1";
  const release = await claimDirectory(dataDirectory);
  const supervisor = new Supervisor(join(dataDirectory, "logs"));
  let held: HeldPorts | null = null;
  const close = async (): Promise<void> => {
    await supervisor.close();
    await held?.release();
    release();
  };
  try {
    held = await holdPorts(ports, portsToHold(options));
    await prepare(options);
    const secrets = await loadSecrets(dataDirectory);
    const certificate = await loadCertificate(dataDirectory);
    const starting = { options, supervisor, held };
    const stores = await startStores(starting);
    const running: Running = { ...starting, stores };
    const env = environmentOf({ dataDirectory, ports, ...stores, secrets, certificate });
    const demo = await seed(dataDirectory, env);
    await startServices(running, env, demo);
    return {
      ...{ urls: urlsOf(ports), ports, env, dataDirectory, demo, close },
      redisDirectory: stores.redisDirectory,
      /** Ends a process and waits until it is gone. It stays down until `start`. */
      stop: (name: ProcessName, signal?: NodeJS.Signals) => supervisor.stop(name, signal),
      /** Starts a stopped process and waits until it answers. */
      async start(name: ProcessName): Promise<void> {
        supervisor.start(name);
        await waitFor(running, name);
      },
      /** Kills Redis without warning and starts it with a copy of an older append-only folder. */
      restartRedisFrom: (directory: string) => restartRedisFrom(running, directory),
      processId: (name: ProcessName) => supervisor.processId(name),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The demo, with its data, ports and servers where the environment says. */
export function startDemo(services: readonly ServiceName[], onProgress: (line: string) => void) {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = process.env;
  return startStack({
    ...{ services, onProgress, isForCrowds: true },
    ...{ dataDirectory: defaultDataDirectory(), ports: readPorts() },
    ...{ databaseUrl: databaseUrl || undefined, redisUrl: redisUrl || undefined },
  });
}

/** A system on ports of its own, in a folder that is gone when this process ends unless it is named. */
export async function startBeside(options: Beside): Promise<Stack> {
  const dataDirectory = options.dataDirectory ?? (await temporaryDirectory("stanchion-beside-"));
  return startStack({ ...options, dataDirectory, ports: await findFreePorts() });
}

/** The same for tests: on the servers that the environment names, with a database of its own that is dropped in the end. */
export async function startIsolated(options: Beside): Promise<Stack> {
  const database = await createIsolatedDatabase();
  const servers = { databaseUrl: database?.url, redisUrl: isolatedRedisUrl() };
  const stack = await startBeside({ ...servers, ...options });
  const close = async (): Promise<void> => {
    await stack.close();
    await database?.close();
  };
  return { ...stack, close };
}
