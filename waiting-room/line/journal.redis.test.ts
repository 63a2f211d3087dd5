import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { publishCodes, readCodes } from "@/lib/line/commands/access-codes";
import { readAdmissions } from "@/lib/line/commands/admissions";
import { createRun, recoverLine, restoreAdmissions } from "@/lib/line/commands/create-run";
import { setLimit } from "@/lib/line/commands/limits";
import { publishEvent } from "@/lib/line/commands/published";
import { readSnapshot } from "@/lib/line/commands/snapshot";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { testLanes } from "@/test/lanes";
import { copyOf, openTestEvent, passTime } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { EventLine } from "./event-line";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

/** A line with two processes that know it. */
async function open(overrides: Partial<EventSettings> = {}) {
  const settings = await openTestEvent(redis, { outflowPerMinute: 6_000, ...overrides });
  const a = new EventLine(redis, settings, "node-a");
  const b = new EventLine(redis, settings, "node-b");
  const opened = { settings, a, b, both: [a, b] as const };
  await letPass(opened, 1_000);
  return opened;
}
type Opened = Awaited<ReturnType<typeof open>>;

async function letPass({ settings, both }: Pick<Opened, "settings" | "both">, ms: number) {
  for (let left = ms; left > 0; left -= 500) {
    await passTime(redis, settings, Math.min(500, left));
    for (const line of both) await line.refresh();
  }
}

/** Redis comes back so many times from the copy; all processes notice, and the hold passes. */
async function lose(opened: Opened, restore: () => Promise<void>, times = 1): Promise<void> {
  for (let loss = 0; loss < times; loss += 1) {
    await restore();
    await letPass(opened, 3_500);
  }
}

const NO_RIGHT = { tokenKey: "", tokenId: "", codeId: "" };

function joinBy(line: EventLine, right: Partial<typeof NO_RIGHT>, joinId = randomBytes(16)) {
  const request = { lane: 0, joinId, queueId: randomUUID(), ...NO_RIGHT, ...right };
  return line.joinWithCredential(request);
}

type Placed = Extract<Awaited<ReturnType<typeof joinBy>>, { type: "placed" }>;

async function placeBy(line: EventLine, right: Partial<typeof NO_RIGHT>): Promise<Placed> {
  const outcome = await joinBy(line, right);
  if (outcome.type !== "placed") throw new Error(`The join was ${outcome.type}.`);
  return outcome;
}

/** A place that was joined without a right. */
async function arrive(line: EventLine) {
  const outcome = await line.join({ lane: 0, joinId: randomBytes(16) });
  if (outcome.type !== "joined") throw new Error(`The line is ${outcome.type}.`);
  return { lane: 0, number: outcome.number, queueId: randomUUID(), moves: 0 };
}

type Place = { lane: number; number: number; queueId: string; moves?: number };
const asking = (place: Place) => ({
  ...place,
  rank: place.number,
  claim: randomBytes(16).toString("hex"),
});

/** All of them say that they are there and ask until the line has had time for them; answers how many were let in. */
async function admit(opened: Opened, places: readonly Place[]): Promise<number> {
  const people = places.map(asking);
  for (const person of people) await opened.a.confirmPresence(person);
  const isIn = new Set<(typeof people)[number]>();
  for (let step = 0; step < 30 && isIn.size < people.length; step += 1) {
    await letPass(opened, 500);
    for (const [index, person] of people.entries()) {
      const line = opened.both[index % 2] ?? opened.a;
      if (!isIn.has(person) && (await line.enter(person)).type === "admitted") isIn.add(person);
    }
  }
  return isIn.size;
}

async function publishOneUse({ settings }: Opened, count: number, uses = 1): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `code-${index}`);
  await publishCodes(
    redis,
    settings,
    ids.map((id) => ({ id, uses, lane: null })),
  );
  return ids;
}

describe("a join that a loss undid has the same number when it is sent again", () => {
  const numberOf = async (line: EventLine, joinId: Buffer, lane = 0) => {
    const outcome = await line.join({ lane, joinId });
    return outcome.type === "joined" ? outcome.number : 0;
  };
  const ids = (count: number) => Array.from({ length: count }, () => randomBytes(16));
  const numbersOf = (line: EventLine, joinIds: readonly Buffer[], lane = 0) =>
    Promise.all(joinIds.map((joinId) => numberOf(line, joinId, lane)));

  test.each([1, 3])("through another process, losses in a row: %i", async (losses) => {
    const opened = await open();
    const before = ids(5);
    await numbersOf(opened.a, before);
    const restore = await copyOf(redis, opened.settings);
    const [crowd = Buffer.alloc(16), ...others] = ids(300);
    // Some of a call are repeated, some come twice.
    const sent = [...before.slice(0, 2), crowd, crowd, ...others];
    const numbers = await numbersOf(opened.a, sent);
    const one = ids(1);
    const [oneNumber] = await numbersOf(opened.b, one);
    await lose(opened, restore, losses);
    expect(await numbersOf(opened.b, sent)).toEqual(numbers);
    expect(await numbersOf(opened.a, one)).toEqual([oneNumber]);
    const fresh = await numbersOf(opened.a, ids(10));
    expect(new Set([...numbers, ...fresh, oneNumber]).size).toBe(302 + 1 + 10);
  });

  test("in each lane, with a number of its own in each", async () => {
    const opened = await open({ lanes: testLanes("weighted", 2) });
    const restore = await copyOf(redis, opened.settings);
    const joinIds = ids(3);
    const numbers = [
      await numbersOf(opened.a, joinIds),
      await numbersOf(opened.b, joinIds.slice(1), 1),
    ];
    await lose(opened, restore);
    expect([
      await numbersOf(opened.b, joinIds),
      await numbersOf(opened.a, joinIds.slice(1), 1),
    ]).toEqual(numbers);
  });
});

describe("a right that was used in the seconds that a loss undid", () => {
  test.each([1, 3])("is used: 20 codes let 20 in, losses in a row: %i", async (losses) => {
    const opened = await open();
    const codes = await publishOneUse(opened, 20);
    const restore = await copyOf(redis, opened.settings);
    const places: Placed[] = [];
    for (const [index, codeId] of codes.entries())
      places.push(await placeBy(opened.both[index % 2] ?? opened.a, { codeId }));
    await lose(opened, restore, losses);
    for (const [index, codeId] of codes.entries()) {
      const again = await joinBy(opened.both[(index + 1) % 2] ?? opened.a, { codeId });
      if (again.type === "placed") places.push(again);
    }
    expect(await admit(opened, places)).toBe(20);
    const known = await readCodes(redis, opened.settings, codes);
    expect(known.map(({ left }) => left)).toEqual(codes.map(() => 0));
  });

  test("counts each use of a code once, also where its use was stored before", async () => {
    const opened = await open();
    const [codeId = ""] = await publishOneUse(opened, 1, 10);
    const restore = await copyOf(redis, opened.settings);
    for (const line of [opened.a, opened.b, opened.a]) await placeBy(line, { codeId });
    await restore();
    // The worker tells the line what Postgres knows, before any process has noticed the loss.
    await publishCodes(redis, opened.settings, [{ id: codeId, uses: 8, lane: null }]);
    await letPass(opened, 3_500);
    const leftNow = async () => (await readCodes(redis, opened.settings, [codeId]))[0]?.left;
    expect(await leftNow()).toBe(7);
    await placeBy(opened.b, { codeId });
    await letPass(opened, 500);
    expect(await leftNow()).toBe(6);
  });

  test("a code that was made in those seconds as well is used", async () => {
    const opened = await open();
    const restore = await copyOf(redis, opened.settings);
    const [codeId = ""] = await publishOneUse(opened, 1);
    await placeBy(opened.a, { codeId });
    await lose(opened, restore);
    await publishOneUse(opened, 1);
    expect(await joinBy(opened.b, { codeId })).toEqual({ type: "spent" });
  });

  test("an enqueue token leads nobody else in", async () => {
    const opened = await open();
    const restore = await copyOf(redis, opened.settings);
    const joinId = randomBytes(16);
    const first = await joinBy(opened.a, { tokenId: "once" }, joinId);
    await lose(opened, restore);
    expect(await joinBy(opened.b, { tokenId: "once" })).toEqual({ type: "used" });
    expect(await joinBy(opened.b, { tokenId: "once" }, joinId)).toEqual(first);
  });

  test("a person's key leads to the one place that it has", async () => {
    const opened = await open();
    const restore = await copyOf(redis, opened.settings);
    const first = await placeBy(opened.a, { tokenKey: "person", tokenId: "first" });
    await lose(opened, restore);
    const again = await placeBy(opened.b, { tokenKey: "person", tokenId: "second" });
    expect(again).toEqual(first);
  });

  test("of a process that died with Redis is good once more, and its place as well", async () => {
    const opened = await open();
    const [codeId = ""] = await publishOneUse(opened, 1);
    const restore = await copyOf(redis, opened.settings);
    const dying = new EventLine(redis, opened.settings, "node-c");
    await dying.refresh();
    const first = await placeBy(dying, { codeId });
    await lose(opened, restore);
    const again = await placeBy(opened.b, { codeId });
    expect(again.number).toBeGreaterThan(first.number);
    expect(await joinBy(opened.a, { codeId })).toEqual({ type: "spent" });
    expect(await admit(opened, [first, again])).toBe(2);
  });
});

describe("a place that moved in the seconds that a loss undid", () => {
  async function moved(opened: Opened) {
    const place = await arrive(opened.a);
    await opened.a.moves.make(place, "code", "sealed");
    const restore = await copyOf(redis, opened.settings);
    expect(await opened.a.moves.use("code")).toBe(1);
    return { place, restore };
  }

  test.each([1, 3])(
    "does not go back to the device before, losses in a row: %i",
    async (losses) => {
      const opened = await open();
      const { place, restore } = await moved(opened);
      await lose(opened, restore, losses);
      await opened.b.confirmPresence(place);
      await letPass(opened, 2_000);
      expect(await opened.b.enter(asking(place))).toEqual({ type: "moved" });
      expect(await opened.b.moves.use("code")).toBeNull();
      expect(await opened.b.enter(asking({ ...place, moves: 1 }))).toMatchObject({
        type: "admitted",
      });
    },
  );

  test("… nor where only the device after has shown the move", async () => {
    const opened = await open();
    const place = await arrive(opened.a);
    await opened.a.confirmPresence(place);
    const restore = await copyOf(redis, opened.settings);
    await opened.a.enter(asking({ ...place, moves: 1 }));
    await lose(opened, restore);
    expect(await opened.b.enter(asking(place))).toEqual({ type: "moved" });
  });

  test("a code that was made then is good, and the one before it is not", async () => {
    const opened = await open();
    const place = await arrive(opened.a);
    await opened.a.moves.make(place, "older", "sealed-older");
    const restore = await copyOf(redis, opened.settings);
    // Sent at once: Redis makes several within one millisecond.
    const codes = [..."bcdefgh", "newer"];
    await Promise.all(codes.map((code) => opened.b.moves.make(place, code, `sealed-${code}`)));
    await lose(opened, restore);
    expect(await opened.a.moves.look("newer")).toBe("sealed-newer");
    expect(await opened.a.moves.use("older")).toBeNull();
    expect(await opened.a.moves.use("newer")).toBe(1);
  });
});

describe("a leave that a loss undid", () => {
  test("stays a leave: nobody enters with the place", async () => {
    const opened = await open();
    const [gone, other] = [await arrive(opened.a), await arrive(opened.a)];
    const restore = await copyOf(redis, opened.settings);
    await opened.b.leave(gone);
    await lose(opened, restore);
    expect(await admit(opened, [gone, other])).toBe(1);
  });

  test("ends the visit that the same loss undid, whoever writes back first", async () => {
    const opened = await open({ activeCap: 1 });
    const place = await arrive(opened.a);
    await opened.a.confirmPresence(place);
    await letPass(opened, 1_000);
    const restore = await copyOf(redis, opened.settings);
    const me = asking(place);
    expect(await opened.a.enter(me)).toMatchObject({ type: "admitted" });
    await opened.b.leave(place);
    await restore();
    await opened.b.refresh();
    await opened.b.refresh();
    await letPass(opened, 3_500);
    expect(opened.b.state?.seatsTaken).toBe(0);
    expect(await opened.a.enter(me)).toEqual({ type: "spent" });
  });

  test("of somebody who was in counts them as admitted, once, whoever writes back first", async () => {
    for (const first of ["a", "b"] as const) {
      const opened = await open({ safetyNetPerMinute: 600 });
      await setLimit(redis, opened.settings, "grants", 5);
      await setLimit(redis, opened.settings, "stock", 5);
      const [inside, waits] = [await arrive(opened.a), await arrive(opened.a)];
      await opened.a.confirmPresence(inside);
      await letPass(opened, 1_000);
      const restore = await copyOf(redis, opened.settings);
      expect(await opened.a.enter(asking(inside))).toMatchObject({ type: "admitted" });
      await opened.b.leave(inside);
      // Again, by another process, and a place that is only given back.
      await opened.a.leave(inside);
      await opened.b.leave(waits);
      await restore();
      for (let look = 0; look < 3; look += 1) await opened[first].refresh();
      await letPass(opened, 3_500);
      const snapshot = await readSnapshot(redis, opened.settings);
      expect(snapshot?.sums).toMatchObject({ joined: 2, admitted: 1, left: 1, noShows: 0 });
      const { admissions } = await readAdmissions(redis, opened.settings, "0-0", 10);
      expect(admissions.map(({ queueId }) => queueId)).toEqual([inside.queueId]);
      const keys = eventKeys(opened.settings);
      const [grants, letIn] = await redis.hmget(keys.line, "grants", "letIn");
      expect([grants, letIn]).toEqual(["4", expect.stringMatching(/^\d+:1;$/)]);
      // For what it may still report, and not for a whole visit.
      const heldUntilMs = Number(await redis.zscore(keys.buyers, inside.queueId));
      expect(heldUntilMs - opened.a.lineNow()).toBeLessThan(60_000);
    }
  });

  test("that the line refused because the place had moved is none", async () => {
    const opened = await open();
    const place = await arrive(opened.a);
    const restore = await copyOf(redis, opened.settings);
    await opened.a.moves.make(place, "code", "sealed");
    expect(await opened.a.moves.use("code")).toBe(1);
    await opened.b.leave(place);
    await lose(opened, restore);
    expect(await admit(opened, [{ ...place, moves: 1 }])).toBe(1);
  });

  test("and a visit that the site has reported as over stays over", async () => {
    const opened = await open({ activeCap: 5 });
    const place = await arrive(opened.a);
    await opened.a.confirmPresence(place);
    await letPass(opened, 1_000);
    const me = asking(place);
    expect(await opened.a.enter(me)).toMatchObject({ type: "admitted" });
    await letPass(opened, 500);
    const restore = await copyOf(redis, opened.settings);
    expect(await opened.a.reportSeats([{ queueId: place.queueId, isOver: true }])).toBe(0);
    await lose(opened, restore);
    expect(await opened.b.enter(me)).toEqual({ type: "spent" });
    expect(opened.b.state?.seatsTaken).toBe(0);
  });
});

describe("who waits at the end", () => {
  /** Three are called: one has never come, one is let in, and one is there. */
  async function called() {
    const opened = await open();
    await arrive(opened.a);
    await letPass(opened, 10_000);
    const [inside, there] = [await arrive(opened.a), await arrive(opened.a)];
    for (const place of [inside, there]) await opened.a.confirmPresence(place);
    await letPass(opened, 1_000);
    expect(opened.a.servingNumber(0)).toBe(there.number);
    const letIn = async () => {
      expect(await opened.a.enter(asking(inside))).toMatchObject({ type: "admitted" });
    };
    const stop = async () => {
      const { version } = opened.settings;
      await publishEvent(
        redis,
        { ...opened.settings, status: "stopped", version: version + 1 },
        null,
      );
    };
    return { opened, letIn, stop };
  }
  const EVERYBODY = { joined: 3, admitted: 1, waiting: 1, noShows: 1 };
  const sumsOf = async ({ settings }: Opened) => (await readSnapshot(redis, settings))?.sums;

  test("is nobody who was let in in the moment before", async () => {
    const { opened, letIn, stop } = await called();
    await letIn();
    await stop();
    expect(await sumsOf(opened)).toMatchObject(EVERYBODY);
  });

  test("… nor when a loss has undone both, whoever says first that the run is over", async () => {
    for (const first of ["a", "b"] as const) {
      const { opened, letIn, stop } = await called();
      const restore = await copyOf(redis, opened.settings);
      await letIn();
      await stop();
      for (const line of opened.both) await line.refresh();
      await restore();
      for (let look = 0; look < 3; look += 1) await opened[first].refresh();
      await letPass(opened, 3_500);
      // Behind a loss only those are known to be there who ask again, which nobody does once it is over.
      expect(await sumsOf(opened)).toMatchObject({ ...EVERYBODY, waiting: 0, noShows: 2 });
    }
  });
});

describe("a reset in the seconds that a loss undid", () => {
  const NOBODY = [{ last: 0, serving: 0, holes: "" }];

  async function reset(opened: Opened): Promise<EventSettings> {
    const next = { ...opened.settings, runId: 2, version: 2 };
    await createRun(redis, next);
    await publishEvent(redis, next, null);
    await letPass(opened, 1_000);
    return next;
  }

  test("takes no refusal for a confirmation: nobody is let in twice, and no right is used twice", async () => {
    const opened = await open();
    const [codeId = ""] = await publishOneUse(opened, 1);
    const restore = await copyOf(redis, opened.settings);
    const next = await reset(opened);
    const places: Place[] = [await placeBy(opened.a, { codeId })];
    for (let count = 0; count < 5; count += 1) places.push(await arrive(opened.a));
    expect(await admit(opened, places)).toBe(6);
    await lose(opened, restore, 2);
    expect(opened.a.state?.runId).toBe(1);
    // The worker was away, and finds that the line is older than the run.
    await letPass(opened, 12_000);
    expect(await recoverLine(redis, next, NOBODY)).toBe("created");
    await restoreAdmissions(redis, next, [], true);
    await letPass(opened, 4_000);
    expect(opened.a.state?.runId).toBe(2);
    expect(await admit(opened, places)).toBe(0);
    expect(await joinBy(opened.b, { codeId })).toEqual({ type: "spent" });
    expect(opened.a.state?.admitted).toBe(6);
  });

  test("what was promised in the run before is kept while the line is of that run", async () => {
    const opened = await open();
    const [codeId = ""] = await publishOneUse(opened, 1);
    const restore = await copyOf(redis, opened.settings);
    await placeBy(opened.a, { codeId });
    await reset(opened);
    await lose(opened, restore);
    const stranger = new EventLine(redis, opened.settings, "node-c");
    expect(await joinBy(stranger, { codeId })).toEqual({ type: "spent" });
  });
});

test("what is promised stays in the journal until it is confirmed", async () => {
  const opened = await open();
  expect(opened.a.journal.isEmpty).toBe(true);
  for (const promise of [arrive, (line: EventLine) => placeBy(line, { tokenId: "once" })]) {
    await promise(opened.a);
    expect(opened.a.journal.isEmpty).toBe(false);
    await letPass(opened, 11_500);
    expect(opened.a.journal.isEmpty).toBe(true);
  }
});
