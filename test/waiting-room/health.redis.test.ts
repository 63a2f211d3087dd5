import { request } from "node:http";
import { afterAll, afterEach, expect, test } from "vitest";
import { repeat } from "@/lib/health/repeat";
import { listPresent, noteTick } from "@/lib/line/commands/presence";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import { openTestEvent } from "@/test/line";
import { ownRedis } from "@/test/redis-members";
import { askPort, type Probe, type RunningProgram, runProgram } from "@/test/run-program";
import { startRedisMember } from "@/tools/redis-group/redis-members";

const servers = await ownRedis();
const ALONE = { "min-replicas-to-write": "0" };
const EVENTUALLY = { timeout: 60_000, interval: 100 };
const rooms: RunningProgram[] = [];
const connections: Redis[] = [];

async function startRoom(redisUrl: string, environment: Record<string, string> = {}) {
  const port = await servers.nextPort();
  const room = await runProgram("waiting-room", port, { REDIS_URL: redisUrl, ...environment });
  rooms.push(room);
  return room;
}

async function startBoth() {
  const member = await servers.start(ALONE);
  const room = await startRoom(member.url);
  await expect.poll(room.ready, EVENTUALLY).toEqual([200]);
  const redis = connectRedis(member.url);
  connections.push(redis);
  await waitForRedis(redis, 10_000);
  return { member, room, redis, signal: signalOf(member.name) };
}

function signalOf(name: string) {
  return (signal: NodeJS.Signals) => process.kill(servers.supervisor.processId(name) ?? 0, signal);
}

function join(port: number, path: string): Promise<Probe> {
  return new Promise((resolve, reject) => {
    const headers = {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
    };
    const sent = request({ port, path, method: "POST", headers, agent: false }, (response) => {
      response.resume();
      response.once("end", () => resolve({ status: response.statusCode ?? 0, body: "" }));
    });
    sent.once("error", reject);
    sent.end("joinId=AAAAAAAAAAAAAAAAAAAAAA");
  });
}

afterEach(() => {
  for (const { child } of rooms.splice(0)) child.kill("SIGKILL");
  for (const redis of connections.splice(0)) redis.disconnect();
});
afterAll(() => servers.close());

test("without Redis a room stays in its balancer, answers who waits, and says what is wrong", async () => {
  const { room, redis, signal } = await startBoth();
  const { customerId, eventId, runId } = await openTestEvent(redis);
  const base = `/line/${customerId}/${eventId}`;
  const known = () => room.probe(`${base}/${runId}/line.json`).then(({ status }) => status);
  expect(await known()).toBe(200);
  signal("SIGSTOP");
  await expect.poll(room.ready, EVENTUALLY).toEqual([200, "redis.unreachable"]);
  expect(JSON.parse((await room.probe("/health/ready")).body).status).toBe("degraded");
  expect(await known()).toBe(200);
  // It gives out nothing that it does not know.
  expect((await join(room.port, `${base}/join`)).status).toBe(503);
  expect((await room.probe("/health/live")).status).toBe(200);
  // A balancer that has rooms elsewhere sends visitors there.
  const reachesLine = () => room.probe("/health/line").then(({ status }) => status);
  expect(await reachesLine()).toBe(503);
  signal("SIGCONT");
  await expect.poll(room.ready, EVENTUALLY).toEqual([200]);
  expect(await reachesLine()).toBe(200);
});

test("a Redis that was killed is missed until it is back", async () => {
  const { member, room } = await startBoth();
  await servers.supervisor.stop(member.name, "SIGKILL");
  await expect.poll(room.ready, EVENTUALLY).toEqual([200, "redis.unreachable"]);
  expect((await room.probe("/health")).status).toBe(200);
  servers.supervisor.start(member.name);
  await expect.poll(room.ready, EVENTUALLY).toEqual([200]);
});

test("a room that never reached Redis takes no visitor, waits for it, and says so once", async () => {
  const room = await startRoom(`redis://127.0.0.1:${await servers.nextPort()}`);
  expect(await room.ready()).toEqual([0]);
  await expect.poll(room.output, EVENTUALLY).toContain("(redis.unreachable)");
  expect(room.output().trim().split("\n")).toHaveLength(1);
});

test.each(["1", "2"])(
  "after SIGTERM %s processes are unready at once, and serve until they end",
  async (processes) => {
    const { url } = await servers.start(ALONE);
    const room = await startRoom(url, { WAITING_ROOM_PROCESSES: processes, DRAIN_SECONDS: "60" });
    await expect.poll(room.ready, EVENTUALLY).toEqual([200]);
    room.child.kill("SIGTERM");
    await expect.poll(room.ready, EVENTUALLY).toEqual([503, "process.draining"]);
    expect((await room.probe("/health/live")).status).toBe(200);
    expect((await room.probe("/health/line")).status).toBe(503);
    // Of a page of an event that nobody has.
    expect((await room.probe("/?c=nobody&e=none")).status).toBe(404);
  },
);

test("a room that drains ends by itself, and is not listed any more", async () => {
  const { url } = await servers.start(ALONE);
  const room = await startRoom(url, { DRAIN_SECONDS: "1" });
  const redis = connectRedis(url);
  connections.push(redis);
  await waitForRedis(redis, 10_000);
  const programs = async () => (await listPresent(redis)).map(({ program }) => program);
  await expect.poll(programs, EVENTUALLY).toEqual(["waiting-room"]);
  room.child.kill("SIGTERM");
  expect(await room.ended).toBe(0);
  expect(await programs()).toEqual([]);
});

test("a clock that differs from that of Redis is told", async () => {
  const port = await servers.nextPort();
  const { dataDirectory, supervisor } = servers;
  const onProgress = () => undefined;
  const options = { name: "redis-ahead", port, dataDirectory, supervisor, onProgress };
  const { url } = await startRedisMember({ ...options, settings: ALONE, clockSeconds: 60 });
  const room = await startRoom(url);
  await expect.poll(room.ready, EVENTUALLY).toEqual([200, "clock.off"]);
});

test("a Redis that becomes unsafe is told, and no more when it is mended", async () => {
  const { room, redis } = await startBoth();
  // As if a worker ran: this takes longer than one may be silent.
  const ticking = repeat(() => noteTick(redis, Date.now()), 1_000);
  await redis.config("SET", "maxmemory-policy", "allkeys-lru");
  await expect.poll(room.ready, EVENTUALLY).toEqual([200, "redis.unsafe"]);
  await redis.config("SET", "maxmemory-policy", "noeviction");
  await expect.poll(room.ready, EVENTUALLY).toEqual([200]);
  await ticking.stop();
});

test("a room says that no worker ticks, and that one does again", async () => {
  const { room, redis } = await startBoth();
  await expect.poll(room.ready, EVENTUALLY).toEqual([200, "worker.not-ticking"]);
  await noteTick(redis, Date.now());
  await expect.poll(room.ready, EVENTUALLY).toEqual([200]);
});

test("a process that hangs answers no probe", async () => {
  const { room } = await startBoth();
  room.child.kill("SIGSTOP");
  expect((await room.probe("/health/live")).status).toBe(0);
  room.child.kill("SIGCONT");
  await expect.poll(async () => (await room.probe("/health/live")).status, EVENTUALLY).toBe(200);
});

test("probes are answered from memory: Redis is asked as often as without them", async () => {
  const { room, redis } = await startBoth();
  const calls = async () => Number(/total_commands_processed:(\d+)/.exec(await redis.info())?.[1]);
  const before = await calls();
  const probes = 3_000;
  for (let round = 0; round < probes / 50; round += 1) {
    const paths = Array.from({ length: 50 }, (_, at) => (at % 2 ? "live" : "ready"));
    const answers = await Promise.all(paths.map((path) => askPort(room.port, `/health/${path}`)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  }
  expect((await calls()) - before).toBeLessThan(probes / 3);
});

test("who is not of this installation learns nothing of its proxies", async () => {
  const { room } = await startBoth();
  const statusOf = async (probe: string) =>
    (await askPort(room.port, "/health/hops", { "x-stanchion-probe": probe })).status;
  expect((await room.probe("/health/hops")).status).toBe(404);
  expect(await statusOf("")).toBe(404);
  expect(await statusOf(`1.${Date.now()}.${"A".repeat(22)}.${"A".repeat(43)}`)).toBe(404);
});
