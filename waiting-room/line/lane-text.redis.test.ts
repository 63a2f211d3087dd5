import { afterAll, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { publishEvent } from "@/lib/line/commands/published";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { testLanes } from "@/test/lanes";
import { openTestLine, pretendLoss } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import type { EventLine } from "./event-line";
import { lineText, sentLine } from "./lane-text";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

const open = (overrides?: Partial<EventSettings>) => openTestLine(redis, overrides);

const shown = (line: EventLine) => JSON.parse(lineText(line, 0));

test("what is said again tells the moment of each time", async () => {
  const { line } = await open();
  const { now, ...first } = shown(line);
  await expect.poll(() => shown(line).now).toBeGreaterThan(now);
  const { now: _, ...again } = shown(line);
  expect(again).toEqual(first);
});

test("line.json is the same for a while, so that caches find it unchanged, and then new", async () => {
  const { line } = await open();
  const first = sentLine(line, 0);
  expect(sentLine(line, 0)).toBe(first);
  await expect.poll(() => sentLine(line, 0).etag).not.toBe(first.etag);
});

test("a phase begins by the clock, though nothing new was heard", async () => {
  const startAtMs = Date.now() + 1_500;
  const { line } = await open({ kind: "scheduled", startAtMs, preQueueMinutes: 1 });
  expect(shown(line).phase).toBe("pre-queue");
  await expect.poll(() => shown(line).phase, { timeout: 3_000 }).toBe("running");
});

test("what has changed is said at once", async () => {
  const { settings, line } = await open();
  expect(shown(line)).toMatchObject({ paused: false, stale: false, losses: 0 });
  await publishEvent(redis, { ...settings, paused: true, version: 2 }, null);
  await line.refresh();
  expect(shown(line)).toMatchObject({ paused: true, stale: false });
  await pretendLoss(redis, settings);
  await line.refresh();
  expect(shown(line)).toMatchObject({ stale: true, losses: 1 });
});

test("a line is kept once in each language of its message, and no more when the message has gone", async () => {
  const message = { texts: { en: "At ten", de: "Um zehn", fr: "À dix heures" }, sentAtMs: 1 };
  const { settings, line } = await open({ message });
  const inGerman = sentLine(line, 0, "de");
  expect(read(inGerman)).toMatchObject({ message: "Um zehn", messageAt: 1 });
  expect(sentLine(line, 0, "de")).toBe(inGerman);
  expect(sentLine(line, 0, "fr").etag).not.toBe(inGerman.etag);
  expect(sentLine(line, 0).etag).not.toBe(inGerman.etag);
  expect(line.laneMemory(0).spoken?.texts.size).toBe(2);
  await publishEvent(redis, { ...settings, message: null, version: 2 }, null);
  await line.refresh();
  expect(JSON.parse(lineText(line, 0, "de"))).toMatchObject({ message: null, messageAt: null });
  expect(line.laneMemory(0).spoken?.texts.size).toBe(1);
});

test("each lane is kept in each language apart", async () => {
  const message = { texts: { en: "At ten", de: "Um zehn" }, sentAtMs: 1 };
  const lanes = testLanes("ordered", 2);
  const { line } = await open({ message, lanes });
  const kinds = [
    sentLine(line, 0),
    sentLine(line, 0, "de"),
    sentLine(line, 1),
    sentLine(line, 1, "de"),
  ];
  const said = kinds.map(read);
  expect(said.map((shown) => [shown.lane, shown.message])).toEqual([
    [0, "At ten"],
    [0, "Um zehn"],
    [1, "At ten"],
    [1, "Um zehn"],
  ]);
  expect(new Set(kinds.map(({ etag }) => etag)).size).toBe(4);
});

test("a message to one lane appears and is withdrawn by the clock, though nothing new was heard", async () => {
  const lanes = testLanes("ordered", 2);
  const fromMs = Date.now() + 1_000;
  const targetedMessage = {
    ...{ texts: { en: "At ten", de: "Um zehn" }, sentAtMs: 1 },
    audience: { kind: "lane" as const, lane: lanes.lanes[1]?.key ?? "" },
    ...{ fromMs, untilMs: fromMs + 1_000 },
  };
  const { line } = await open({ lanes, targetedMessage });
  const german = (lane: number) => JSON.parse(lineText(line, lane, "de")).message;
  expect([german(0), german(1)]).toEqual([null, null]);
  await expect.poll(() => german(1), { timeout: 3_000 }).toBe("Um zehn");
  expect(JSON.parse(lineText(line, 1, "de")).messageAt).toBe(fromMs);
  expect(lineText(line, 0, "de")).not.toContain("zehn");
  await expect.poll(() => german(1), { timeout: 3_000 }).toBeNull();
});

function read({ body }: ReturnType<typeof sentLine>) {
  return JSON.parse(Buffer.from(body, "latin1").toString());
}
