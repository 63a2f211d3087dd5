import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { minuteOf } from "@/lib/domain/figures/figures";
import { EPOCH_NUMBERS } from "@/lib/domain/line/epoch";
import { supportCode } from "@/lib/domain/support-code/support-code";
import { createRun } from "@/lib/line/commands/create-run";
import { publishEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { toEventSettings } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { storeFigures } from "@/lib/services/operation/figures/store";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  createTestCustomer,
  ownerOf,
  startedRef,
  startTestEvent,
} from "@/test/customer";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { cancelPlace } from "./cancel-place";
import { findVisitor } from "./find-visitor";
import { letInNext } from "./let-in-next";
import { listVisitors } from "./list-visitors";
import { searchVisitors } from "./search-visitors";

afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

const QUEUE_ID = "0a1b2c3d-0000-4000-a000-0123456789ab";
const eventId = "sale";
let context: ServiceContext;
let queueId: string;
let runId: string;
let minute: number;

/** An open event whose line has handed out forty numbers and called ten; number 3 was let in. */
beforeEach(async () => {
  context = await createCustomerWithSale();
  await startTestEvent(context, { eventId });
  queueId = crypto.randomUUID();
  const event = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  const settings = toEventSettings(event, ownerOf(context.customer.wireId));
  const { line, spent } = eventKeys(settings);
  await readFromLine(async (redis) => {
    await publishEvent(redis, settings, null);
    await createRun(redis, settings);
    await redis.hset(line, { last: 40, serving: 10 });
    await redis.setbit(spent, 3, 1);
  });
  runId = (await db().run.findFirstOrThrow({ where: { eventId: event.id } })).id;
  minute = minuteOf(Date.now()) - 30;
  const joins = { runId, lane: 0, part: 0, kind: "joins" as const };
  await storeFigures(
    db(),
    [
      { ...joins, minute, value: 2 },
      { ...joins, minute: minute + 4, value: 38 },
    ],
    "highest",
  );
  const admission = { runId, queueNumber: 3n, queueId, redirectType: "queue" };
  const at = (minutes: number) => new Date((minute + minutes) * 60_000);
  await db().admission.createMany({
    data: [
      { ...admission, admittedAt: at(9) },
      { ...admission, admittedAt: at(20), renewal: 1 },
    ],
  });
});

const code = (number: number) => supportCode({ runId: 1, lane: 0, number });
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
  );

describe("a visitor's story", () => {
  test("by queue id has when they joined, were let in, and got a new token", async () => {
    const story = await findVisitor(context, { code: queueId.toUpperCase() });
    expect(story).toMatchObject({
      ...{ eventId, run: 1, queueId, canCancel: true, moves: 0 },
      place: { number: 3, state: "admitted" },
    });
    const minutes = story.steps.map(({ what, at, isAbout }) => [
      ...[what, at && minuteOf(Date.parse(at)) - minute],
      ...(isAbout ? ["about"] : []),
    ]);
    expect(minutes).toEqual([
      ["joined", 4, "about"],
      ["let-in", 9],
      ["renewed", 20],
    ]);
  });

  test("says whom the team admitted next", async () => {
    await db().admission.updateMany({
      where: { runId, queueNumber: 3n, renewal: 0 },
      data: { isOutOfTurn: true },
    });
    const { steps } = await findVisitor(context, { code: queueId });
    expect(steps.map(({ what, detail }) => [what, detail])).toContainEqual(["let-in", "next"]);
  });

  test("by support code is the same, and of who waits it has the place", async () => {
    expect(await findVisitor(context, { eventId, code: code(3) })).toMatchObject({ queueId });
    expect(await findVisitor(context, { eventId, code: code(15) })).toMatchObject({
      ...{ queueId: null, canCancel: true, place: { number: 15, state: "waiting", ahead: 4 } },
    });
  });

  test("is told to nobody else, and not of who was never there", async () => {
    const other = await createTestCustomer();
    expect(await problemOf(findVisitor(other, { code: queueId }))).toBe("invalid");
    expect(await problemOf(findVisitor(context, { code: QUEUE_ID }))).toBe("invalid");
    expect(await problemOf(findVisitor(context, { code: code(3) }))).toBe("invalid");
    expect(await problemOf(findVisitor(context, { eventId, code: "nonsense" }))).toBe("invalid");
    expect(await problemOf(findVisitor(other, { eventId, code: code(3) }))).toBe("not_found");
  });
});

describe("cancelling a place", () => {
  test("ends it for good, once, and stands in the story and the audit log", async () => {
    const place = { eventId, code: code(15), number: 15 };
    await cancelPlace(context, place);
    await cancelPlace(context, place);
    const story = await findVisitor(context, { eventId, code: place.code });
    const { place: found, canCancel, steps } = story;
    expect([found.state, canCancel]).toEqual(["left", false]);
    expect(steps.map(({ what }) => what)).toContain("cancelled");
    expect((await auditSentences(context)).at(-1)).toBe(
      "Ana cancelled the place 15 of Sale (run 1)",
    );
    // Neighbours keep theirs.
    for (const number of [14, 16])
      expect((await findVisitor(context, { eventId, code: code(number) })).place.state).toBe(
        "waiting",
      );
  });

  test("of somebody who was let in frees the seat", async () => {
    const { seats } = eventKeys(startedRef(context, eventId));
    await readFromLine((redis) => redis.zadd(seats, Date.now() + 600_000, queueId));
    await cancelPlace(context, { eventId, code: queueId, number: 3 });
    expect(await readFromLine((redis) => redis.zscore(seats, queueId))).toBeNull();
    expect((await findVisitor(context, { code: queueId })).steps.at(-1)?.what).toBe("seat-over");
  });

  test("is refused to viewers, for another number than was seen, and once the run is over", async () => {
    const place = { eventId, code: code(15), number: 15 };
    for (const role of ["viewer", "developer"] as const) {
      const member = await addTestMember(context, role, role);
      expect(await problemOf(cancelPlace(member, place))).toBe("forbidden");
    }
    expect(await problemOf(cancelPlace(context, { ...place, number: 16 }))).toBe("conflict");
    await db().run.update({ where: { id: runId }, data: { endedAt: new Date() } });
    expect(await problemOf(cancelPlace(context, place))).toBe("precondition_failed");
    expect(await auditSentences(context)).not.toContainEqual(expect.stringContaining("cancelled"));
  });
});

describe("admitting a visitor next", () => {
  const next = (number: number) => ({ eventId, code: code(number), number });

  test("is kept for the run, told of in the story and the audit log, and once however often it is done", async () => {
    await letInNext(context, next(15));
    await letInNext(context, next(15));
    const story = await findVisitor(context, { eventId, code: code(15) });
    expect(story).toMatchObject({ isLetIn: true, place: { state: "waiting" } });
    expect(story.steps.map(({ what }) => what)).toContain("let-in-next");
    const later = {
      redirectType: "queue",
      isOutOfTurn: true,
      admittedAt: new Date(Date.now() + 1_000),
    };
    await db().admission.create({
      data: { runId, queueNumber: 15n, queueId: crypto.randomUUID(), ...later },
    });
    const { steps } = await findVisitor(context, { eventId, code: code(15) });
    expect(steps.map(({ what }) => what)).toEqual(["joined", "let-in-next", "let-in"]);
    expect((await findVisitor(context, { eventId, code: code(16) })).isLetIn).toBe(false);
    const event = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
    expect(event.releasedPlaces).toEqual({ run: 1, queueIds: ["next:0:15"] });
    const told = (await auditSentences(context)).filter((one) => one.includes("next"));
    expect(told).toEqual(["Ana admitted the place 15 of Sale next (run 1)"]);
  });

  test("is told by the number that people see, after a loss as well", async () => {
    const number = EPOCH_NUMBERS + 15;
    // Of the epoch before, ten numbers are known.
    const lane = { last: EPOCH_NUMBERS + 40, holes: `11:${EPOCH_NUMBERS + 10}:10;` };
    await readFromLine((redis) =>
      redis.hset(eventKeys(startedRef(context, eventId)).line, { ...lane, serving: 10 }),
    );
    await letInNext(context, next(number));
    expect(await auditSentences(context)).toContain(
      "Ana admitted the place 15 of Sale next (run 1)",
    );
    const event = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
    expect(event.releasedPlaces).toMatchObject({ queueIds: [`next:0:${number}`] });
  });

  test("is refused to viewers and strangers, of who is in, for another number, and once the run is over", async () => {
    for (const role of ["viewer", "developer"] as const) {
      const member = await addTestMember(context, role, role);
      expect(await problemOf(letInNext(member, next(15)))).toBe("forbidden");
    }
    expect(await problemOf(letInNext(await createTestCustomer(), next(15)))).toBe("not_found");
    expect(await problemOf(letInNext(context, { ...next(15), number: 16 }))).toBe("conflict");
    expect(await problemOf(letInNext(context, next(3)))).toBe("precondition_failed");
    await cancelPlace(context, next(14));
    expect(await problemOf(letInNext(context, next(14)))).toBe("precondition_failed");
    await db().run.update({ where: { id: runId }, data: { endedAt: new Date() } });
    expect(await problemOf(letInNext(context, next(15)))).toBe("precondition_failed");
    expect(await auditSentences(context)).not.toContainEqual(expect.stringContaining("next"));
  });
});

describe("somebody admitted past the line", () => {
  let bypassId: string;

  /** The first of them: it has number 1 of their own sequence, which is nobody's place. */
  beforeEach(async () => {
    bypassId = crypto.randomUUID();
    await db().admission.create({
      data: {
        ...{ runId, queueNumber: 1n, queueId: bypassId, redirectType: "bypass" },
        admittedAt: new Date(),
      },
    });
  });

  test("does not stand in the story of the place with that number, which can be admitted next", async () => {
    const story = await findVisitor(context, { eventId, code: code(1) });
    expect(story).toMatchObject({ queueId: null, canLetIn: true, place: { admittedAt: null } });
    expect(story.steps.map(({ what }) => what)).toEqual(["joined"]);
    expect(await problemOf(letInNext(context, { eventId, code: code(1), number: 1 }))).toBe("done");
  });

  test("has no place to find, list or cancel", async () => {
    const asked = { eventId, code: bypassId, number: 1 };
    expect(await problemOf(cancelPlace(context, asked))).toBe("invalid");
    expect(await problemOf(findVisitor(context, { eventId, code: bypassId }))).toBe("invalid");
    expect((await searchVisitors(context, { query: bypassId })).matches).toEqual([]);
    const admitted = await listVisitors(context, { eventId, show: "admitted" });
    expect(admitted.visitors?.map(({ number }) => number)).toEqual([3]);
    const { place } = await findVisitor(context, { eventId, code: code(1) });
    expect(place.state).toBe("called");
  });
});
