import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { toHex } from "@/lib/domain/draw/bytes";
import {
  commitmentHash,
  commitmentText,
  createCommitment,
  signCommitment,
} from "@/lib/domain/draw/commitment";
import { closeGroups, readGroups, restoreGroups, settleDraw } from "@/lib/line/commands/run-draw";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { drawHash } from "@/lib/secrets/draw-hash";
import { createDrawSigner, createDrawSigners } from "@/lib/secrets/draw-signer";
import { parseMasterKey } from "@/lib/secrets/seal";
import { openTestEvent, passTime, pretendLoss, testSettings } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { placeAfterDraw } from "@/waiting-room/place/place";
import { EventLine } from "./event-line";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

const master = parseMasterKey(randomBytes(32).toString("base64url"));
const signer = createDrawSigner(master);
const START_MS = 3_600_000;

/** The line of an event in its pre-queue, an hour before its start, as two processes see it. */
async function open() {
  const startAtMs = Date.now() + START_MS;
  const plain = testSettings({ kind: "scheduled", startAtMs, preQueueMinutes: 1_440 });
  const { customerId, eventId } = plain;
  const secret = randomBytes(32);
  const source = { type: "none" } as const;
  const commitment = createCommitment(
    { customerId, eventId, runId: "1", startAtMs, source, secret },
    drawHash,
  );
  const draw = {
    commitment: commitmentText(commitment),
    hash: toHex(commitmentHash(commitment, drawHash)),
    signature: toHex(signCommitment(commitment, signer.sign)),
    publicKey: signer.publicKey,
  };
  const settings = await openTestEvent(redis, { ...plain, draw });
  const signers = createDrawSigners([master]);
  const [line, other] = ["a", "b"].map((node) => new EventLine(redis, settings, node, signers));
  if (line === undefined || other === undefined) throw new Error("There are two.");
  await Promise.all([line.refresh(), other.refresh()]);
  const pass = async (ms: number) => {
    await passTime(redis, settings, ms);
    await Promise.all([line.refresh(), other.refresh()]);
  };
  return { settings, line, other, pass };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function join(line: EventLine, count: number) {
  const ids = Array.from({ length: count }, () => randomBytes(16));
  return Promise.all(ids.map((joinId) => joinAs(line, joinId)));
}

async function joinAs(line: EventLine, joinId: Buffer) {
  const outcome = await line.join({ lane: 0, joinId });
  if (outcome.type !== "joined") throw new Error(`The join was ${outcome.type}.`);
  return outcome;
}

async function close({ settings }: Opened) {
  const closed = await closeGroups(redis, settings, {
    notBeforeMs: (settings.startAtMs ?? 0) + 3_000,
    latestMs: (settings.startAtMs ?? 0) + 5_000,
  });
  return closed;
}

/** Closes and settles the draw under a key of the test. */
async function settle(opened: Opened) {
  await opened.pass(START_MS + 3_500);
  const closed = await close(opened);
  if (closed.status !== "CLOSED") throw new Error(`Closing answered ${closed.status}.`);
  const decided = { key: randomBytes(32), groups: closed.groups, lastIndex: closed.lastIndex };
  return settleDraw(redis, opened.settings, { decided, isAgain: false });
}

const places = (numbers: readonly number[]) =>
  numbers.map((number) => ({
    runId: 1,
    lane: 0,
    number,
    queueId: randomUUID(),
    joinedAtMs: 0,
    seenAtMs: 0,
    wonInterval: null,
    drawIndex: null,
    moves: 0,
    hasMoveCode: false,
    keyPrint: null,
    admission: null,
  }));

test("joins that come together share a group, and none overlaps another, over many processes", async () => {
  const { settings, line, other } = await open();
  const outcomes = await Promise.all([join(line, 300), join(other, 300)]);
  const groups = await readGroups(redis, settings);
  expect(groups.length).toBeLessThan(20);
  let next = 1;
  for (const { firstIndex, count } of groups) {
    expect(firstIndex).toBe(next);
    next += count;
  }
  expect(next).toBe(601);
  expect(outcomes.flat().every(({ ticket }) => ticket?.receipt?.startsWith("sr1."))).toBe(true);
});

test("a retry at another process has the same number, queue id and receipt", async () => {
  const { line, other } = await open();
  const joinId = randomBytes(16);
  const [first] = await Promise.all([joinAs(line, joinId), join(line, 9)]);
  const again = await joinAs(other, joinId);
  expect(again).toEqual({ ...first, lineTimeMs: again.lineTimeMs });
});

test("a group that overlaps another is refused whole", async () => {
  const { settings, line } = await open();
  await join(line, 5);
  const before = await readGroups(redis, settings);
  const root = "ab".repeat(32);
  await restoreGroups(redis, settings, [
    { firstIndex: 100, count: 3, root },
    { firstIndex: 4, count: 2, root },
  ]);
  expect(await readGroups(redis, settings)).toEqual(before);
});

test("the members close three seconds after the start, and nobody is added afterwards", async () => {
  const opened = await open();
  const { settings, line, pass } = opened;
  await join(line, 5);
  await pass(START_MS + 2_000);
  expect((await close(opened)).status).toBe("EARLY");
  const late = await join(line, 2);
  expect(late.map(({ ticket }) => ticket)).toEqual([null, null]);
  await pass(1_500);
  const closed = await close(opened);
  expect(closed).toMatchObject({ status: "CLOSED", lastIndex: 5 });
  await restoreGroups(redis, settings, [{ firstIndex: 9, count: 1, root: "ab".repeat(32) }]);
  expect(await close(opened)).toMatchObject({ groups: "groups" in closed ? closed.groups : [] });
});

test("after a loss the members stay open a little longer, for receipts that are shown", async () => {
  const opened = await open();
  const { settings, line, pass } = opened;
  const visitors = await join(line, 5);
  await pass(START_MS - 1_000);
  await redis.zremrangebyscore(eventKeys(settings).drawGroups, 1, "+inf");
  await pretendLoss(redis, settings);
  await pass(0);
  await pass(4_200);
  expect((await close(opened)).status).toBe("EARLY");
  await line.showReceipt(visitors[0]?.ticket?.receipt ?? "");
  await pass(2_000);
  const closed = await close(opened);
  expect("groups" in closed ? closed.groups.map(({ count }) => count) : []).toEqual([5]);
});

test("a receipt that was altered, or is of another draw, adds nobody", async () => {
  const [opened, another] = [await open(), await open()];
  const [mine] = await join(opened.line, 1);
  const receipt = mine?.ticket?.receipt ?? "";
  await redis.zremrangebyscore(eventKeys(opened.settings).drawGroups, 1, "+inf");
  await opened.line.showReceipt(`${receipt.slice(0, -4)}AAAA`);
  await another.line.showReceipt(receipt);
  expect(await readGroups(redis, opened.settings)).toEqual([]);
  expect(await readGroups(redis, another.settings)).toEqual([]);
  await opened.line.showReceipt(receipt);
  expect(await readGroups(redis, opened.settings)).toHaveLength(1);
});

test("a process that has not heard of the draw yet can neither let in nor take back a number", async () => {
  const opened = await open();
  const { line, other, settings } = opened;
  await join(line, 5);
  expect((await settle(opened)).status).toBe("OK");
  await other.refresh();
  expect(line.drawn).toBeNull();
  const held = { lane: 0, number: 3, queueId: randomUUID() };
  await expect(line.leave(held)).rejects.toThrow("drawn");
  await expect(line.confirmPresence(held)).rejects.toThrow("drawn");
  expect(await redis.getbit(eventKeys(settings).spent, 3)).toBe(0);
  await expect(other.leave(held)).resolves.toBe(true);
});

test("the draw gives the members 1 to N and leaves a hole where nobody stands", async () => {
  const opened = await open();
  const { line, settings, pass } = opened;
  await join(line, 5);
  await redis.zremrangebyscore(eventKeys(settings).drawGroups, 1, "+inf");
  await join(line, 5);
  const late = [11, 12];
  await pass(START_MS + 1_000);
  expect((await join(line, 2)).map(({ number }) => number)).toEqual(late);
  await pass(-START_MS - 1_000);
  expect((await settle(opened)).status).toBe("OK");
  await line.refresh();
  expect(line.lane(0)?.holes).toEqual([[6, 10]]);
  const moved = (numbers: readonly number[]) =>
    places(numbers).map((place) => placeAfterDraw(place, line.drawn)?.number);
  expect(moved([6, 7, 8, 9, 10]).sort()).toEqual([1, 2, 3, 4, 5]);
  expect(moved([1, 2, 3, 4, 5])).toEqual([6, 7, 8, 9, 10]);
  expect(moved(late)).toEqual(late);
});

test("a place goes through the draw once", async () => {
  const opened = await open();
  await join(opened.line, 20);
  await settle(opened);
  await opened.line.refresh();
  for (const place of places([1, 2, 3, 20])) {
    const after = placeAfterDraw(place, opened.line.drawn);
    expect(after?.drawIndex).toBe(place.number);
    expect(after && placeAfterDraw(after, opened.line.drawn)).toEqual(after);
  }
});

test("settling again, under another key, changes nothing", async () => {
  const opened = await open();
  const { line, settings } = opened;
  await join(line, 4);
  const first = await settle(opened);
  const closed = await close(opened);
  if (closed.status !== "CLOSED") throw new Error("It was closed.");
  const decided = { key: randomBytes(32), groups: closed.groups, lastIndex: 4 };
  const again = await settleDraw(redis, settings, { decided, isAgain: false });
  expect(again).toMatchObject({ status: "OK", drawnAtMs: Reflect.get(first, "drawnAtMs") });
  const key = await redis.hget(eventKeys(settings).drawOrder, "key");
  expect(key).not.toBe(toHex(decided.key));
});
