import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Redis } from "ioredis";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { type MasterKey, parseMasterKey } from "@/lib/secrets/seal";
import { buildServers } from "@/tools/stack/build";
import type { Environment } from "@/tools/stack/environment";
import { projectPath } from "@/tools/stack/paths";
import { findFreePorts } from "@/tools/stack/ports";
import { type Service, Supervisor } from "@/tools/stack/processes";
import { startRedis } from "@/tools/stack/redis";
import { answersOk, describeService } from "@/tools/stack/services";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import type { BenchContext } from "./benchmark";
import { buildOtherServers, type OtherBuild } from "./other-build";

/** A Redis of its own with the append-only file on, and what runs beside it. */
export type BenchServers = {
  readonly redis: Redis;
  readonly master: MasterKey;
  /** How a waiting room is run here, as in production; `run` starts one and waits for it. */
  readonly describeRoom: (name: string, processes: number) => Promise<RoomService>;
  /** The same with the servers of another build, which it builds first. */
  readonly describeOtherRoom: (other: OtherBuild, name: string) => Promise<RoomService>;
  readonly run: (service: RoomService) => Promise<RunningServer>;
  /** The yardstick, answering so many bytes. */
  readonly runBare: (bytes: number) => Promise<RunningServer>;
  readonly stop: (server: RunningServer) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type RoomService = { readonly service: Service; readonly port: number };
export type RunningServer = {
  readonly name: string;
  readonly port: number;
  readonly processId: number;
};

/** Builds the servers and starts Redis for as long as `work` goes on. */
export async function withServers<Result>(
  context: BenchContext,
  work: (servers: BenchServers) => Promise<Result>,
): Promise<Result> {
  const servers = await startServers(context);
  try {
    return await work(servers);
  } finally {
    await servers.close();
  }
}

/** Everything is gone when this process ends. */
async function startServers({ say, profileDirectory }: BenchContext): Promise<BenchServers> {
  if (await buildServers()) say("Built the waiting room and the worker");
  const dataDirectory = await temporaryDirectory("stanchion-bench-");
  const supervisor = new Supervisor(join(dataDirectory, "logs"));
  const { redis: port } = await findFreePorts();
  const { url } = await startRedis({ dataDirectory, port, supervisor, onProgress: say });
  const redis = connectRedis(url);
  await waitForRedis(redis, 10_000);
  const masterKey = randomBytes(32).toString("base64url");

  async function run({ service, port: listensOn }: RoomService): Promise<RunningServer> {
    const { name } = service;
    supervisor.run(service);
    await supervisor.waitUntilReady(name, () => answersOk(listensOn, "/health"));
    return { name, port: listensOn, processId: supervisor.processId(name) ?? 0 };
  }

  return {
    redis,
    master: parseMasterKey(masterKey),
    run,
    async describeRoom(name, processes) {
      const environment = { REDIS_URL: url, MASTER_KEY: masterKey };
      const room = await describeRoom(environment, { name, processes });
      return profileDirectory === null ? room : profiled(room, profileDirectory);
    },
    async describeOtherRoom(other, name) {
      const args = await buildOtherServers(other);
      const environment = { REDIS_URL: url, MASTER_KEY: masterKey };
      const { service, port: listensOn } = await describeRoom(environment, { name, processes: 1 });
      return { service: { ...service, args }, port: listensOn };
    },
    async runBare(bytes) {
      const { waitingRoom } = await findFreePorts();
      const args = [
        projectPath("tools/bench/harness/bare-server.js"),
        `${bytes}`,
        `${waitingRoom}`,
      ];
      const service = { name: "bare", command: process.execPath, args, env: {}, tier: 2 };
      return run({ service, port: waitingRoom });
    },
    stop: ({ name }) => supervisor.stop(name),
    async close() {
      redis.disconnect();
      await supervisor.close();
    },
  };
}

async function describeRoom(
  environment: Environment,
  { name, processes }: { readonly name: string; readonly processes: number },
): Promise<RoomService> {
  const { waitingRoom, waitingRoomTls } = await findFreePorts();
  const env = {
    ...environment,
    PATH: process.env["PATH"],
    WAITING_ROOM_URL: `http://room.localhost:${waitingRoom}`,
    QUEUE_DOMAIN: `room.localhost:${waitingRoomTls}`,
    WAITING_ROOM_PORT: `${waitingRoom}`,
    WAITING_ROOM_TLS_PORT: `${waitingRoomTls}`,
    WAITING_ROOM_PROCESSES: `${processes}`,
    // All requests come from this machine, and say addresses of their own.
    TRUSTED_PROXIES: "1",
  };
  return { service: { ...describeService("waiting-room", env), name }, port: waitingRoom };
}

/** The same service with a profile of the processor's time, written when it ends. */
function profiled({ service, port }: RoomService, directory: string): RoomService {
  mkdirSync(directory, { recursive: true });
  const args = ["--cpu-prof", "--cpu-prof-dir", directory, ...service.args];
  return { service: { ...service, args }, port };
}
