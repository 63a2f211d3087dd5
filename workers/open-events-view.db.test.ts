import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { turnAt, turnsIn } from "@/lib/domain/line/idle-turn";
import { noteLinesInUse } from "@/lib/line/commands/lines-in-use";
import { LINES_IN_USE_KEY } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { createLogger } from "@/lib/platform/observability/logger";
import { createTestCustomer } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { createOpenEventsView } from "./open-events-view";
import { turnOf } from "./shards";

const redis = connectRedis(testRedisUrl());
const ROUND = { everyMs: 1_000, idleMs: 30_000 };
const COUNT = 150;

let ids: string[];
beforeAll(() => waitForRedis(redis, 10_000));
beforeEach(async () => {
  await redis.del(LINES_IN_USE_KEY);
  // What tests before left open.
  await db().event.updateMany({ where: { status: "open" }, data: { status: "stopped" } });
  const { customer } = await createTestCustomer();
  ids = Array.from({ length: COUNT }, () => crypto.randomUUID());
  await db().event.createMany({
    data: ids.map((id, index) => ({
      ...{ id, customerId: customer.id, wireId: `idle${index}`, name: "Idle", kind: "always_on" },
      ...{ status: "open", currentRun: 1 },
      settings: { targetUrl: "https://shop.example/", brandName: "Idle" },
    })),
  });
  const lineCreatedAt = new Date();
  await db().run.createMany({
    data: ids.map((eventId) => ({ id: eventId, eventId, number: 1, lineCreatedAt })),
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await db().event.deleteMany({ where: { id: { in: ids } } });
});
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

async function startView() {
  const view = createOpenEventsView(redis, createLogger("test"));
  const own = async (events: Promise<readonly { readonly id: string }[]>) =>
    (await events).map(({ id }) => id).filter((id) => ids.includes(id));
  const refs = new Map((await view.get()).map((event) => [event.id, event]));
  const inUse = () => own(view.inUse());
  return {
    view,
    own,
    due: () => own(view.due(ROUND)),
    inUse,
    refOf: (id = "") => refs.get(id) ?? expect.fail(),
  };
}

/** The ids whose turn comes now and not within the next seconds. */
const inTurn = () => ids.filter((id) => turnOf(id) % turnsIn(ROUND) === turnAt(ROUND, Date.now()));

test("events at rest take their turn, and all of them within the time", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { due } = await startView();
  const seen = new Set<string>();
  for (let round = 0; round < 30; round += 1) {
    const found = await due();
    expect(found.sort()).toEqual(inTurn().sort());
    for (const id of found) seen.add(id);
    vi.setSystemTime(Date.now() + ROUND.everyMs);
  }
  expect(seen.size).toBe(COUNT);
});

test("of quiet ones every third turn counts, and all of them have one", async () => {
  const { view, own } = await startView();
  vi.useFakeTimers({ toFake: ["Date"] });
  const [loud = ""] = ids;
  const seen = new Map<string, number>();
  for (let round = 0; round < 3 * turnsIn(ROUND); round += 1) {
    for (const id of await own(view.due(ROUND, (event) => event.id !== loud)))
      seen.set(id, (seen.get(id) ?? 0) + 1);
    vi.setSystemTime(Date.now() + ROUND.everyMs);
  }
  expect(seen.size).toBe(COUNT);
  expect([...seen].filter(([, times]) => times > 1)).toEqual([[loud, 3]]);
});

test("one that a room has in memory takes every turn, until nobody has had it for a minute", async () => {
  const { due, refOf } = await startView();
  const [id = ""] = ids.filter((one) => !inTurn().includes(one));
  vi.useFakeTimers({ toFake: ["Date"] });
  expect(await due()).not.toContain(id);
  await noteLinesInUse(redis, [refOf(id)]);
  await vi.waitFor(async () => expect(await due()).toContain(id), { timeout: 5_000 });
  await redis.zincrby(
    LINES_IN_USE_KEY,
    -61_000,
    (await redis.zrange(LINES_IN_USE_KEY, "0", "0"))[0] ?? "",
  );
  await vi.waitFor(async () => expect(await due()).not.toContain(id), { timeout: 5_000 });
});

test("in use are those that a room has in memory or that were changed just now, and no others", async () => {
  const { inUse, refOf } = await startView();
  const [used = "", changed = ""] = ids;
  expect(await inUse()).toEqual([]);
  await noteLinesInUse(redis, [refOf(used)]);
  await vi.waitFor(async () => expect(await inUse()).toEqual([used]), { timeout: 5_000 });
  await db().event.update({
    where: { id: changed },
    data: { settingsVersion: { increment: 1 } },
  });
  const both = [used, changed].sort();
  await vi.waitFor(async () => expect((await inUse()).sort()).toEqual(both), { timeout: 10_000 });
});

test("one that was changed is looked at at once", async () => {
  const { due } = await startView();
  vi.useFakeTimers({ toFake: ["Date"] });
  const [id = ""] = ids.filter((one) => !inTurn().includes(one));
  await db().event.update({ where: { id }, data: { settingsVersion: { increment: 1 } } });
  await vi.waitFor(async () => expect(await due()).toContain(id), { timeout: 10_000 });
});

test("of those that change between two looks each is as it is now, and the others stay", async () => {
  const view = createOpenEventsView(redis, createLogger("test"));
  const outflows = async () =>
    new Map((await view.get()).map((event) => [event.id, event.outflowPerMinute]));
  const [stopped = "", changed = "", ...others] = ids;
  const before = await outflows();
  const settings = { targetUrl: "https://shop.example/", outflowPerMinute: 7 };
  await db().event.update({ where: { id: changed }, data: { settings } });
  await db().event.update({ where: { id: stopped }, data: { status: "stopped" } });
  const after = new Map([...before, [changed, 7]]);
  after.delete(stopped);
  await vi.waitFor(async () => expect(await outflows()).toEqual(after), { timeout: 10_000 });
  // A limit of their customer is in none of their rows.
  const event = await db().event.findUniqueOrThrow({ where: { id: changed } });
  await db().customer.update({ where: { id: event.customerId }, data: { maxOutflowPerMinute: 5 } });
  const limited = new Map([changed, ...others].map((id) => [id, 5]));
  await vi.waitFor(async () => expect(await outflows()).toEqual(limited), { timeout: 10_000 });
});

test("one whose line the relay has yet to make is not looked for", async () => {
  const [made = "", unmade = ""] = ids;
  await db().event.deleteMany({ where: { id: { in: ids.slice(2) } } });
  const note = (lineCreatedAt: Date | null) =>
    db().run.update({ where: { id: unmade }, data: { lineCreatedAt } });
  await note(null);
  const { due } = await startView();
  expect(await due()).toEqual([made]);
  await note(new Date());
  const both = [made, unmade].sort();
  await vi.waitFor(async () => expect((await due()).sort()).toEqual(both), { timeout: 10_000 });
});

test("few events take every turn", async () => {
  await db().event.deleteMany({ where: { id: { in: ids.slice(3) } } });
  const { due, inUse } = await startView();
  expect((await due()).sort()).toEqual(ids.slice(0, 3).sort());
  expect((await inUse()).sort()).toEqual(ids.slice(0, 3).sort());
});
