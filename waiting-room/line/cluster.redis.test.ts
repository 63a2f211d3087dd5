import { afterAll, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { countApiRequests } from "@/lib/line/commands/api-requests";
import { glanceAtLines } from "@/lib/line/commands/glance";
import { readHeldMarks } from "@/lib/line/commands/held-marks";
import { readLineNotes } from "@/lib/line/commands/line-notes";
import { removeEventKeys } from "@/lib/line/commands/remove-event";
import { tickTogether } from "@/lib/line/commands/tick";
import { withUndrained } from "@/lib/line/commands/undrained";
import { replicationId, withUntoldTime } from "@/lib/line/commands/untold-times";
import { slotOfKey } from "@/lib/line/key-slot";
import { eventKeys, eventTag } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { isCluster, mastersOf } from "@/lib/line/redis-client";
import { readRedisDangers } from "@/lib/line/redis-safety";
import { openTestEvent } from "@/test/line";
import { ownRedis } from "@/test/redis-members";
import { startRedisCluster } from "@/tools/redis-group/redis-cluster";
import type { RedisMember } from "@/tools/redis-group/redis-members";
import { until } from "@/tools/shared/time";
import { EventLine } from "./event-line";

const servers = await ownRedis();
const cluster = await startRedisCluster({
  dataDirectory: servers.dataDirectory,
  supervisor: servers.supervisor,
  ...{ masters: 3, isReplicated: true },
  onProgress: () => undefined,
});
const redis = connectRedis(cluster.url);
await waitForRedis(redis, 10_000);

afterAll(async () => {
  redis.disconnect();
  await servers.close();
});

/** So many events that each master has some, wherever their slots are. */
const events = await Promise.all(Array.from({ length: 60 }, () => openTestEvent(redis)));

async function lineOf(settings: EventSettings): Promise<EventLine> {
  const line = new EventLine(redis, settings, crypto.randomUUID());
  await line.refresh();
  return line;
}

async function slotOf(event: EventSettings): Promise<number> {
  return Number(await redis.call("CLUSTER", "KEYSLOT", eventKeys(event).line));
}

async function masterOf(event: EventSettings): Promise<RedisMember> {
  const owner = await cluster.ownerOf(await slotOf(event));
  if (owner === undefined) throw new Error("The slot has no master.");
  return owner;
}

let joins = 0;
/** The number of one who joins; asked again, with the same join id, for as long as Redis says no. */
async function numberOf(line: EventLine): Promise<number> {
  joins += 1;
  const joinId = Buffer.alloc(16);
  joinId.writeUInt32BE(joins);
  let number = 0;
  await until("somebody gets a number", async () => {
    await line.refresh().catch(() => undefined);
    const joined = await line.join({ lane: 0, joinId }).catch(() => null);
    number = joined?.type === "joined" ? joined.number : 0;
    return number > 0;
  });
  return number;
}

test("many events in one go: each master answers for its own", async () => {
  const owners = new Set((await Promise.all(events.map(masterOf))).map(({ name }) => name));
  expect(owners.size).toBe(3);
  const ticked = await tickTogether(redis, events);
  expect(ticked.map((one) => (one instanceof Error ? one : one.status))).toEqual(
    events.map(() => "OK"),
  );
  expect(await glanceAtLines(redis, events)).not.toContain(null);
  const marks = await readHeldMarks(redis, events);
  expect(await readHeldMarks(redis, events)).toEqual(marks);
  for (const kind of ["admissions", "minutes", "notices"] as const)
    expect(await withUndrained(redis, events, kind)).toEqual([]);
  expect(await readLineNotes(redis, events)).not.toContain(null);
  for (const event of events) expect(slotOfKey(eventKeys(event).line)).toBe(await slotOf(event));
  expect(await withUntoldTime(redis, await replicationId(redis), events)).toEqual([]);
  const sent = events.map(({ eventId }) => ({
    customerId: eventId,
    spender: "a",
    minute: 1,
    count: 2,
  }));
  expect(await countApiRequests(redis, sent)).toEqual(events.map(() => 2));
});

test("masters that have forgotten the scripts are told them anew, one or all", async () => {
  const [one] = mastersOf(redis);
  for (const some of [[one], mastersOf(redis)]) {
    for (const master of some) await master?.script("FLUSH");
    const ticked = await tickTogether(redis, events);
    expect(ticked.map((reply) => (reply instanceof Error ? reply : reply.status))).toEqual(
      events.map(() => "OK"),
    );
  }
});

test("one of many that lost its line fails alone", async () => {
  const [lost, ...others] = events;
  if (lost === undefined) throw new Error("There are events.");
  expect(await removeEventKeys(redis, lost, { logo: null })).toBeGreaterThan(10);
  for (const master of mastersOf(redis))
    expect(await master.keys(`${eventTag(lost)}:*`)).toEqual([]);
  const glances = await glanceAtLines(redis, events);
  expect(glances.map((one) => one !== null)).toEqual([false, ...others.map(() => true)]);
});

test("how each master is set up is looked at", async () => {
  expect(await readRedisDangers(redis)).toEqual([]);
  const [one] = mastersOf(redis);
  await one?.config("SET", "cluster-node-timeout", "60000");
  expect((await readRedisDangers(redis)).map(({ code }) => code)).toEqual(["cluster-timeout-long"]);
  await one?.config("SET", "cluster-node-timeout", "2000");
});

test("a slot moves while people join: numbers go on, and none is given twice", async () => {
  const event = await openTestEvent(redis);
  const line = await lineOf(event);
  const numbers = [await numberOf(line), await numberOf(line)];
  const from = await masterOf(event);
  const to = (await cluster.masters()).find(({ name }) => name !== from.name);
  if (to === undefined) throw new Error("There are three masters.");
  const moving = cluster.moveSlot(await slotOf(event), to);
  const joining = numberOf(line);
  await moving;
  numbers.push(await joining, await numberOf(line));
  expect(await masterOf(event)).toEqual(to);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});

test("a slot that has moved since is found where it is, with many others in one go", async () => {
  const event = await openTestEvent(redis);
  const from = await masterOf(event);
  const to = (await cluster.masters()).find(({ name }) => name !== from.name);
  if (to === undefined) throw new Error("There are three masters.");
  await cluster.moveSlot(await slotOf(event), to);
  const ticked = await tickTogether(redis, [event, ...events.slice(1)]);
  expect(ticked.filter((one) => one instanceof Error)).toEqual([]);
});

test("a master that is connected to and says nothing holds up nobody", async () => {
  const [event, ...more] = events.slice(1);
  if (event === undefined) throw new Error("There are events.");
  await setOfAll("cluster-node-timeout", "60000");
  const { name, port } = await masterOf(event);
  const processId = servers.supervisor.processId(name) ?? 0;
  process.kill(processId, "SIGSTOP");
  const nodeOf = () => mastersOf(redis).find(({ options }) => options.port === port);
  nodeOf()?.stream.destroy();
  await until("it is connected to again", async () => nodeOf()?.status === "connect");
  const connecting = nodeOf();
  const ticked = await tickTogether(redis, [event, ...more]);
  expect(connecting?.status).toBe("connect");
  process.kill(processId, "SIGCONT");
  expect(ticked[0]).toBeInstanceOf(Error);
  expect(ticked.some((one) => !(one instanceof Error))).toBe(true);
  await until("it answers", async () => nodeOf()?.status === "ready");
  await setOfAll("cluster-node-timeout", "2000");
});

async function setOfAll(setting: string, value: string): Promise<void> {
  const nodes = isCluster(redis) ? redis.nodes("all") : [];
  for (const node of nodes) await node.config("SET", setting, value);
}

test("a master is killed: its replica goes on, and the events of others never stop", async () => {
  const event = await openTestEvent(redis);
  const line = await lineOf(event);
  const before = await numberOf(line);
  const killed = await masterOf(event);
  const owners = await Promise.all(events.slice(1).map(masterOf));
  const others = events.slice(1).filter((_, at) => owners[at]?.name !== killed.name);
  const id = await replicationId(redis);
  await servers.supervisor.stop(killed.name, "SIGKILL");
  const all = tickTogether(redis, [event, ...others]);
  const ticked = await tickTogether(redis, others);
  expect(ticked.filter((one) => one instanceof Error)).toEqual([]);
  expect((await all).slice(1).filter((one) => one instanceof Error)).toEqual([]);
  expect(await numberOf(line)).toBeGreaterThan(before);
  await until("the cluster is another one", async () => (await replicationId(redis)) !== id);
});

test("one that lets nobody in says so at once", async () => {
  const address = cluster.url.replace("://", "://nobody:wrong@");
  const refused = connectRedis(address);
  await expect(waitForRedis(refused, 10_000)).rejects.toThrow(/denied access/);
  refused.disconnect();
});
