import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { afterEach, beforeAll, expect, test } from "vitest";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { testRedisUrl } from "@/test/redis";
import { ownRedis } from "@/test/redis-members";
import { buildServers, STANCHION_PROGRAM } from "@/tools/stack/build";
import { findFreePorts } from "@/tools/stack/ports";

/** The built waiting room, as it is run in production. */
let room: ChildProcess;
let port: number;

beforeAll(async () => {
  await buildServers();
});

afterEach(() => {
  room.kill("SIGKILL");
});

async function start(environment: Record<string, string> = {}): Promise<string> {
  port = (await findFreePorts()).waitingRoom;
  room = spawn(process.execPath, [STANCHION_PROGRAM, "waiting-room"], {
    env: {
      NODE_ENV: "production",
      REDIS_URL: testRedisUrl(),
      MASTER_KEY: process.env["MASTER_KEY"],
      WAITING_ROOM_URL: `http://room.localhost:${port}`,
      QUEUE_DOMAIN: "room.localhost",
      WAITING_ROOM_PORT: `${port}`,
      WAITING_ROOM_PROCESSES: "2",
      DRAIN_SECONDS: "0",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((resolve) => {
    for (const output of [room.stdout, room.stderr]) {
      output?.once("data", (chunk) => resolve(String(chunk)));
    }
  });
}

function exited(): Promise<number | null> {
  if (room.exitCode !== null) return Promise.resolve(room.exitCode);
  return new Promise((resolve) => room.once("exit", resolve));
}

function childrenOf(pid: number | undefined): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}

type Answer = { readonly status: number | undefined; readonly isLast: boolean };

function ask(agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = get({ port, host: "127.0.0.1", path: "/health", agent }, (response) => {
      response.resume();
      const isLast = response.headers.connection === "close";
      response.once("end", () => resolve({ status: response.statusCode, isLast }));
      response.once("error", reject);
    });
    sent.once("error", reject);
  });
}

/** Asks over one connection until the answer says that it is the last, or `until` is over. */
async function visitor(until: () => boolean): Promise<{ answered: number; failed: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let [answered, failed] = [0, 0];
  while (!until()) {
    const answer = await ask(agent).catch(() => null);
    if (answer?.status === 200) answered += 1;
    else failed += 1;
    if (answer?.isLast) break;
  }
  agent.destroy();
  return { answered, failed };
}

test("a process that is killed is replaced, and the others answer meanwhile", async () => {
  await start();
  const before = childrenOf(room.pid);
  expect(before).toHaveLength(2);
  let isOver = false;
  const visitors = Array.from({ length: 8 }, () => visitor(() => isOver));
  const [victim = 0, other = 0] = before;
  process.kill(victim, "SIGKILL");
  await expect
    .poll(() => childrenOf(room.pid).filter((pid) => pid !== victim), { timeout: 60_000 })
    .toHaveLength(2);
  expect(childrenOf(room.pid)).toContain(other);
  await new Promise((resolve) => setTimeout(resolve, 500));
  isOver = true;
  for (const { answered, failed } of await Promise.all(visitors)) {
    expect(answered).toBeGreaterThan(0);
    // The request that was under way on the killed process, and no more.
    expect(failed).toBeLessThanOrEqual(1);
  }
});

test("SIGTERM ends all processes, and everybody who is connected gets an answer", async () => {
  await start();
  const visitors = Array.from({ length: 8 }, () => visitor(() => false));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const children = childrenOf(room.pid);
  const ended = exited();
  room.kill("SIGTERM");
  for (const { answered, failed } of await Promise.all(visitors)) {
    expect(answered).toBeGreaterThan(1);
    expect(failed).toBe(0);
  }
  expect(await ended).toBe(0);
  for (const pid of children) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

test("processes do not outlive the one that looks after them", async () => {
  await start();
  const children = childrenOf(room.pid);
  room.kill("SIGKILL");
  await exited();
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(() => children.filter(isAlive), { timeout: 30_000 }).toEqual([]);
});

test("a start that cannot succeed ends at once, with one sentence", async () => {
  expect(await start({ MASTER_KEY: "short" })).toMatch(/Set MASTER_KEY to 32 random bytes/);
  expect(await exited()).toBe(1);
});

test("a Redis that could lose the line is refused, watched, and left to a provider on request", async () => {
  const servers = await ownRedis();
  const { url } = await servers.start({ "min-replicas-to-write": "0", appendonly: "no" });
  const redis = connectRedis(url);
  await waitForRedis(redis, 10_000);
  try {
    const own = { REDIS_URL: url, WAITING_ROOM_PROCESSES: "1" };
    expect(await start(own)).toMatch(/^Redis has no append-only file.* Set appendonly to yes/);
    expect(await exited()).toBe(1);
    expect(await start({ ...own, REDIS_DURABILITY: "managed" })).toMatch(/listens on/);
    room.kill("SIGKILL");
    await redis.config("SET", "appendonly", "yes");
    expect(await start(own)).toMatch(/listens on/);
    const logged = new Promise((resolve) => room.stdout?.once("data", resolve));
    await redis.config("SET", "appendonly", "no");
    expect(JSON.parse(String(await logged))).toMatchObject({
      level: 50,
      msg: expect.stringContaining("Set appendonly to yes."),
    });
  } finally {
    redis.disconnect();
    await servers.close();
  }
});
