import { randomBytes } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { SourceLimit } from "@/lib/domain/join-limit/join-limit";
import { publishCodes } from "@/lib/line/commands/access-codes";
import { createRun } from "@/lib/line/commands/create-run";
import { eventKeys } from "@/lib/line/keys";
import { openRedis } from "@/lib/line/redis";
import type { Source } from "@/lib/line/scripts/sources";
import { testLanes } from "@/test/lanes";
import { openTestLine, passTime } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { EventLine } from "./event-line";

const redis = openRedis(testRedisUrl(), {});
afterAll(() => redis.quit());

const HOUR_MS = 3_600_000;
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const sourceOf = (limit: SourceLimit): Source => ({ key: randomBytes(8), limit });
const few = () => sourceOf({ perMinute: 3, perRun: 5 });
const joinBy = (...sources: Source[]) => ({ lane: 0, joinId: randomBytes(16), sources });
const scheduled = { kind: "scheduled", startAtMs: Date.now() - HOUR_MS } as const;

/** So that the process knows of the time that has passed. */
async function later(settings: EventSettings, line: EventLine, ms: number): Promise<void> {
  await passTime(redis, settings, ms);
  await line.refresh();
}

type Outcome = Awaited<ReturnType<EventLine["join"]>>;
const typesOf = (outcomes: readonly Outcome[]) => outcomes.map(({ type }) => type);
const numberOf = (outcome: Outcome) => ("number" in outcome ? outcome.number : null);
const countOf = (outcomes: readonly Outcome[], type: Outcome["type"]) =>
  outcomes.filter((outcome) => outcome.type === type).length;

describe("a source over its limit", () => {
  test("gets so many places and no more, however many processes it asks", async () => {
    const { settings, line } = await openTestLine(redis);
    const other = new EventLine(redis, settings, "node-b");
    await other.refresh();
    const source = few();
    const asked = upTo(40).map((index) => (index % 2 ? line : other).join(joinBy(source)));
    const outcomes = await Promise.all(asked);
    expect(countOf(outcomes, "joined")).toBe(3);
    expect(countOf(outcomes, "busy")).toBe(37);
    await later(settings, line, 90_000);
    const more = await Promise.all(upTo(10).map(() => line.join(joinBy(source))));
    expect(countOf(more, "joined")).toBe(2);
    await later(settings, line, HOUR_MS);
    expect(await line.join(joinBy(source))).toMatchObject({ type: "busy", load: 1 });
  });

  test("fails nobody else of its group, and takes no number", async () => {
    const { line } = await openTestLine(redis);
    const busy = few();
    await Promise.all(upTo(3).map(() => line.join(joinBy(busy))));
    const group = upTo(60).map((index) => joinBy(index % 3 === 0 ? busy : few()));
    const outcomes = await Promise.all(group.map((join) => line.join(join)));
    expect(typesOf(outcomes)).toEqual(
      upTo(60).map((index) => (index % 3 === 0 ? "busy" : "joined")),
    );
    const numbers = outcomes.map(numberOf).filter((number) => number !== null);
    expect(numbers).toEqual(upTo(40).map((index) => index + 4));
  });

  test("gets in once it has proven itself; that counts, too", async () => {
    const { line } = await openTestLine(redis);
    const source = few();
    const join = () => line.join({ ...joinBy(source), isProven: true });
    for (const _ of upTo(12)) expect((await join()).type).toBe("joined");
    expect(await line.join(joinBy(source))).toMatchObject({ type: "busy", load: 4 });
  });

  test("who asks in vain makes nothing worse for those who share it", async () => {
    const { line } = await openTestLine(redis);
    const source = few();
    await Promise.all(upTo(1_000).map(() => line.join(joinBy(source))));
    expect(await line.join(joinBy(source))).toMatchObject({ type: "busy", load: 1 });
  });

  test("one of several sources is enough", async () => {
    const { line } = await openTestLine(redis);
    const wide = sourceOf({ perMinute: null, perRun: 20 });
    const narrow = () => sourceOf({ perMinute: 10, perRun: 20 });
    const outcomes = await Promise.all(upTo(500).map(() => line.join(joinBy(narrow(), wide))));
    expect(countOf(outcomes, "joined")).toBe(20);
  });
});

describe("beyond a limit", () => {
  test("that refuses nobody gets in, proven or not; one that marks keeps nobody out", async () => {
    const { settings, line } = await openTestLine(redis);
    const strict = sourceOf({ perMinute: null, perRun: 2, beyond: "refuse", mark: 64 });
    const mild = sourceOf({ perMinute: null, perRun: 2, beyond: "mark", mark: 64 });
    for (const _ of upTo(2)) {
      expect((await line.join(joinBy(strict))).type).toBe("joined");
      expect((await line.join(joinBy(mild))).type).toBe("joined");
    }
    const refused = await line.join({ ...joinBy(strict), isProven: true });
    expect(refused).toEqual({ type: "busy", load: 1, isFinal: true });
    expect((await line.join(joinBy(mild))).type).toBe("joined");
    const marks = await redis.getBuffer(eventKeys(settings).marks);
    expect([...(marks ?? [])]).toEqual([0, 0, 0, 0, 0, 64]);
  });
});

describe("a repeated join", () => {
  test("counts once, in one call and in others", async () => {
    const { line } = await openTestLine(redis);
    const source = few();
    const join = joinBy(source);
    const first = await Promise.all(upTo(20).map(() => line.join(join)));
    const again: Outcome[] = [];
    for (const _ of upTo(20)) again.push(await line.join(join));
    expect(new Set([...first, ...again].map(numberOf))).toEqual(new Set([1]));
    const others = await Promise.all(upTo(5).map(() => line.join(joinBy(source))));
    expect(countOf(others, "joined")).toBe(2);
    expect((await line.join(join)).type).toBe("joined");
  });
});

describe("counts", () => {
  test("of a run begin anew with the next one", async () => {
    const { settings, line } = await openTestLine(redis, scheduled);
    const source = few();
    await Promise.all(upTo(9).map(() => line.join(joinBy(source))));
    const next = { ...settings, runId: 2, version: 2 };
    await createRun(redis, next);
    const anew = new EventLine(redis, next, "node-a");
    await anew.refresh();
    const outcomes = await Promise.all(upTo(9).map(() => anew.join(joinBy(source))));
    expect(countOf(outcomes, "joined")).toBe(3);
  });

  test("of a minute go on counting for a minute, and no longer than a minute and a half", async () => {
    const { settings, line } = await openTestLine(redis);
    const source = sourceOf({ perMinute: 2, perRun: null });
    for (const _ of upTo(2)) expect((await line.join(joinBy(source))).type).toBe("joined");
    // So that the process knows of the time that passes.
    for (const step of upTo(11)) {
      expect([step, (await line.join(joinBy(source))).type]).toEqual([step, "busy"]);
      await later(settings, line, 5_000);
    }
    await later(settings, line, 40_000);
    expect((await line.join(joinBy(source))).type).toBe("joined");
  });

  test("of an event that is always open begin anew after a day, those of another never", async () => {
    for (const [overrides, expected] of [
      [{}, "joined"],
      [scheduled, "busy"],
    ] as const) {
      const { settings, line } = await openTestLine(redis, overrides);
      const source = sourceOf({ perMinute: null, perRun: 5 });
      await Promise.all(upTo(5).map(() => line.join(joinBy(source))));
      await later(settings, line, 24 * HOUR_MS);
      expect((await line.join(joinBy(source))).type).toBe(expected);
    }
  });

  test("are not touched where nobody is counted by anything", async () => {
    const { settings, line } = await openTestLine(redis);
    await Promise.all(upTo(50).map(() => line.join({ lane: 0, joinId: randomBytes(16) })));
    const { joinCounts, joinSketch, marks } = eventKeys(settings);
    expect(await redis.hkeys(joinCounts)).toEqual(["-"]);
    expect(await redis.strlen(joinSketch)).toBe(1);
    expect(await redis.strlen(marks)).toBe(1);
  });

  test("no join is counted for which the line is full", async () => {
    const { settings, line } = await openTestLine(redis, { lineLimit: 2 });
    const source = sourceOf({ perMinute: null, perRun: 4 });
    const outcomes = await Promise.all(upTo(30).map(() => line.join(joinBy(source))));
    expect(countOf(outcomes, "joined")).toBe(2);
    expect(countOf(outcomes, "full")).toBe(28);
    const held = await redis.hgetBuffer(eventKeys(settings).joinCounts, source.key);
    expect(held?.readUInt16BE(0)).toBe(2);
  });
});

describe("the other ways to a number", () => {
  test("an access code and a direct entry are counted with the joins", async () => {
    const { settings, line } = await openTestLine(redis);
    const source = sourceOf({ perMinute: null, perRun: 3 });
    const pass = () => line.pass({ queueId: "q", claim: "ab", sources: [source] });
    await later(settings, line, 1_000);
    expect((await pass()).number).toBe(1);
    expect((await line.join(joinBy(source))).type).toBe("joined");
    await publishCodes(redis, settings, [{ id: "code", lane: null, uses: 5 }]);
    const byCode = () =>
      line.joinWithCredential({
        ...joinBy(source),
        queueId: "q",
        tokenKey: "",
        tokenId: "",
        codeId: "code",
      });
    expect((await byCode()).type).toBe("placed");
    expect(await byCode()).toMatchObject({ type: "busy", load: 1 });
    expect((await redis.hget(eventKeys(settings).codes, "code"))?.split(":")[1]).toBe("4");
    expect((await pass()).number).toBe(0);
  });
});

describe("marks of a place", () => {
  test("stand at its number, with the one of a busy source", async () => {
    const { settings, line } = await openTestLine(redis);
    const source = sourceOf({ perMinute: null, perRun: 1, mark: 1 });
    const joins = [
      { ...joinBy(few()), marks: 0 },
      { ...joinBy(source), marks: 4 },
      { ...joinBy(few()), marks: 128 },
      { ...joinBy(source), marks: 2, isProven: true },
    ];
    await Promise.all(joins.map((join) => line.join(join)));
    const marks = await redis.getBuffer(eventKeys(settings).marks);
    expect([...(marks ?? [])]).toEqual([0, 0, 4, 128, 3]);
  });

  test("of one lane leave those of another alone", async () => {
    const { settings, line } = await openTestLine(redis, { lanes: testLanes("weighted", 3) });
    const joinTo = (lane: number, marks: number) =>
      line.join({ lane, joinId: randomBytes(16), marks });
    await Promise.all([joinTo(1, 11), joinTo(1, 12), joinTo(1, 13)]);
    await Promise.all([joinTo(0, 1), joinTo(0, 0), joinTo(0, 3)]);
    await Promise.all([joinTo(2, 21), joinTo(2, 22), joinTo(2, 23)]);
    const marks = await redis.getBuffer(eventKeys(settings).marks);
    expect([...(marks ?? [])].slice(3)).toEqual([1, 11, 21, 0, 12, 22, 3, 13, 23]);
  });
});
