import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import { parseMasterKey } from "@/lib/secrets/seal";
import { buildServers } from "@/tools/stack/build";
import type { Environment } from "@/tools/stack/environment";
import { projectPath } from "@/tools/stack/paths";
import { findFreePorts } from "@/tools/stack/ports";
import { type Service, Supervisor } from "@/tools/stack/processes";
import { startRedis } from "@/tools/stack/redis";
import { say } from "@/tools/stack/run-command";
import { answersOk, describeService } from "@/tools/stack/services";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import { buildOtherServers, type OtherBuild } from "./other-build";
import { ROOM_HOST } from "./visitor-requests";

type Described = { readonly service: Service; readonly port: number };
export type RoomService = Described & { readonly tlsPort: number };
export type RunningServer = Readonly<{ name: string; port: number; processId: number }>;

/** In what a waiting room differs from one process of this build, run as in production. */
type RoomOptions = {
  readonly processes?: number;
  /** Of Node, in front of the program. */
  readonly nodeArgs?: readonly string[];
  readonly env?: Environment;
  readonly build?: OtherBuild;
};

/** Builds the servers and starts a Redis of their own for as long as `work` goes on. */
export async function withServers<Result>(work: (servers: BenchServers) => Promise<Result>) {
  if (await buildServers()) say("Built the waiting room and the worker");
  return withOwnRedis((own, supervisor) =>
    withRedis(own.redisUrl, (redis) => work(serversOf(own, redis, supervisor))),
  );
}

/** The same on a store that runs already; whoever asks for it disconnects its `redis`. */
export async function withStore(redisUrl: string, supervisor: Supervisor): Promise<BenchServers> {
  await buildServers();
  const redis = connectRedis(redisUrl);
  await waitForRedis(redis, 10_000);
  return serversOf({ redisUrl, masterKey: newMasterKey() }, redis, supervisor);
}

export type BenchServers = ReturnType<typeof serversOf>;

function serversOf(own: Installation, redis: Redis, supervisor: Supervisor) {
  async function run({ service, port }: Described): Promise<RunningServer> {
    const { name } = service;
    supervisor.run(service);
    await supervisor.waitUntilReady(name, () => answersOk(port, "/health"));
    return { name, port, processId: supervisor.processId(name) ?? 0 };
  }

  async function describeRoom(name: string, options: RoomOptions = {}): Promise<RoomService> {
    const { processes = 1, nodeArgs = [], build } = options;
    const { env, ...ports } = await roomEnvironment(own, processes);
    const service = describeService("waiting-room", { ...env, ...options.env });
    const program = build === undefined ? service.args : await buildOtherServers(build);
    return { ...ports, service: { ...service, name, args: [...nodeArgs, ...program] } };
  }

  return {
    redis,
    master: parseMasterKey(own.masterKey),
    run,
    describeRoom,
    runRoom: async (name: string, options?: RoomOptions) => run(await describeRoom(name, options)),
    async runBare(bytes: number): Promise<RunningServer> {
      const { waitingRoom: port } = await findFreePorts();
      const args = [projectPath("tools/bench/harness/bare-server.js"), `${bytes}`, `${port}`];
      const service = { name: "bare", command: process.execPath, args, env: {}, tier: 2 };
      return run({ service, port });
    },
    stop: async (...servers: readonly RunningServer[]): Promise<void> => {
      for (const { name } of servers) await supervisor.stop(name);
    },
  };
}

/** What an installation that has only a Redis is known by. */
export type Installation = { readonly redisUrl: string; readonly masterKey: string };

/** Starts a Redis that nothing else uses, with the append-only file on, for as long as `use` takes. */
export async function withOwnRedis<Result>(
  use: (own: Installation, supervisor: Supervisor) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = await temporaryDirectory("stanchion-bench-");
  const supervisor = new Supervisor(join(dataDirectory, "logs"));
  try {
    const { redis: port } = await findFreePorts();
    const { url } = await startRedis({ dataDirectory, port, supervisor, onProgress: say });
    return await use({ redisUrl: url, masterKey: newMasterKey() }, supervisor);
  } finally {
    await supervisor.close();
  }
}

function newMasterKey(): string {
  return randomBytes(32).toString("base64url");
}

export async function withRedis<Result>(url: string, use: (redis: Redis) => Promise<Result>) {
  const redis = connectRedis(url);
  try {
    await waitForRedis(redis, 10_000);
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}

/** How one waiting room behind one proxy runs beside others: its requests say addresses of their own. */
export async function roomEnvironment({ redisUrl, masterKey }: Installation, processes: number) {
  const { waitingRoom: port, waitingRoomTls: tlsPort } = await findFreePorts();
  const env = {
    ...{ PATH: process.env["PATH"], REDIS_URL: redisUrl, MASTER_KEY: masterKey },
    ...{ WAITING_ROOM_URL: `http://${ROOM_HOST}`, WAITING_ROOM_PORT: `${port}` },
    ...{ QUEUE_DOMAIN: `room.localhost:${tlsPort}`, WAITING_ROOM_TLS_PORT: `${tlsPort}` },
    ...{ WAITING_ROOM_PROCESSES: `${processes}`, TRUSTED_PROXIES: "1" },
  };
  return { port, tlsPort, env };
}
