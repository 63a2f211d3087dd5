import { afterAll, afterEach, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { createRun } from "@/lib/line/commands/create-run";
import { publishEvent } from "@/lib/line/commands/published";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { toEventSettings } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { countQueries } from "@/test/count-queries";
import {
  addTestMember,
  createCustomerWithSale,
  createTestCustomer,
  ownerOf,
  startTestEvent,
} from "@/test/customer";
import { writeEventRow } from "@/test/event-row";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { getEventLive } from "./event-live";

afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

const SALE = { eventId: "sale" };

/** What the relay does with the newest settings. */
async function relay(context: ServiceContext): Promise<void> {
  const event = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  const settings = toEventSettings(event, ownerOf(context.customer.wireId));
  await readFromLine(async (redis) => {
    await publishEvent(redis, settings, null);
    await createRun(redis, settings);
  });
}

async function openSale(): Promise<ServiceContext> {
  const context = await createCustomerWithSale();
  await startTestEvent(context, SALE);
  await relay(context);
  return context;
}

function later(ms: number): void {
  const nowMs = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => nowMs + ms);
}

/** How often Redis was asked to run a script of the line. */
async function countTicks(run: () => Promise<unknown>): Promise<number> {
  const before = await ticksSoFar();
  await run();
  return (await ticksSoFar()) - before;
}

async function ticksSoFar(): Promise<number> {
  const text = await readFromLine((redis) => redis.info("commandstats"));
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(text)?.[1] ?? 0);
}

test("a hundred viewers cost one read of the line, and Postgres nothing", async () => {
  const context = await openSale();
  const viewer = await addTestMember(context, "viewer", "Vera");
  await getEventLive(context, SALE);
  later(1_000);
  const look = () => Promise.all(Array.from({ length: 100 }, () => getEventLive(viewer, SALE)));
  let scripts = 0;
  const queries = await countQueries(async () => {
    scripts = await countTicks(look);
  });
  expect(queries).toBe(0);
  // A tick, and who is alive. Tests beside this one run scripts of their own.
  expect(scripts).toBeLessThan(100);
  const texts = (await look()).map(({ answer }) => answer.text);
  expect(new Set(texts).size).toBe(1);
});

test("what is shown is at most half a second old, and says how old", async () => {
  const context = await openSale();
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000_000);
  const first = await getEventLive(context, SALE);
  expect(first.ageMs).toBe(0);
  now.mockReturnValue(1_000_499);
  expect(await getEventLive(context, SALE)).toEqual({ ...first, ageMs: 499 });
  now.mockReturnValue(1_000_500);
  const next = await getEventLive(context, SALE);
  expect(next.live).not.toBe(first.live);
  expect(next.ageMs).toBe(0);
});

test("a change in this process is seen at once, and one elsewhere when the line knows of it", async () => {
  const context = await openSale();
  await getEventLive(context, SALE);
  await setOutflow(context, { ...SALE, outflowPerMinute: 900 });
  const { live } = await getEventLive(context, SALE);
  expect(live).toMatchObject({ event: { outflowPerMinute: 900 }, inForce: { onAllNodes: false } });
  const { id } = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  await writeEventRow(id, { outflowPerMinute: 50, settingsVersion: { increment: 1 } });
  await relay(context);
  later(1_000);
  const seen = await getEventLive(context, SALE);
  expect(seen.live).toMatchObject({
    event: { outflowPerMinute: 50 },
    snapshot: { outflowPerMinute: 50 },
  });
});

test("nobody sees another customer's event by what is shared", async () => {
  const context = await openSale();
  await getEventLive(context, SALE);
  const stranger = await createTestCustomer();
  await expect(getEventLive(stranger, SALE)).rejects.toMatchObject({ code: "not_found" });
  const nobody = { ...context, permissions: new Set<never>() };
  await expect(getEventLive(nobody, SALE)).rejects.toMatchObject({ code: "forbidden" });
});
