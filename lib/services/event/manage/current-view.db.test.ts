import { afterAll, afterEach, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createTestCustomer } from "@/test/customer";
import { createEvent } from "./create";
import { getEvent } from "./get";

afterEach(() => void vi.useRealTimers());
afterAll(disconnectDb);

const sale = { eventId: "sale" };
const SETTINGS = { ...sale, kind: "always-on", targetUrl: "https://shop.example.com/" } as const;

async function withSale(more: object = {}): Promise<ServiceContext> {
  const context = await createTestCustomer();
  await createEvent(context, { ...SETTINGS, name: `Of ${context.customer.wireId}`, ...more });
  return context;
}

/** As another process does it, in whatever way. */
const elsewhere = (sql: string, { customer }: ServiceContext) =>
  db().$executeRawUnsafe(`UPDATE "Event" SET ${sql} WHERE "customerId" = $1`, customer.id);

test("an event is understood once, until something about it changes", async () => {
  const context = await withSale();
  const first = await getEvent(context, sale);
  expect(await getEvent(context, sale)).toBe(first);
  await elsewhere(`"name" = 'Anew'`, context);
  const second = await getEvent(context, sale);
  expect(second).toEqual({ ...first, name: "Anew" });
  await elsewhere(`"name" = 'Again'`, context);
  expect(await getEvent(context, sale)).toMatchObject({ name: "Again" });
});

test("a change that is not stored yet is not seen, and one that is taken back never", async () => {
  const context = await withSale();
  const before = await getEvent(context, sale);
  const undone = db().$transaction(async (tx) => {
    await tx.event.updateMany({ where: { customerId: context.customer.id }, data: { name: "No" } });
    expect(await getEvent(context, sale)).toBe(before);
    throw new Error("taken back");
  });
  await expect(undone).rejects.toThrow("taken back");
  expect(await getEvent(context, sale)).toEqual(before);
});

test("events of the same id are those of their customers, also where all ask at once", async () => {
  const contexts = await Promise.all(Array.from({ length: 4 }, () => withSale()));
  const none = await createTestCustomer();
  for (let round = 0; round < 3; round += 1) {
    const asked = [...contexts, ...contexts].map((context) => getEvent(context, sale));
    const nothing = expect(getEvent(none, sale)).rejects.toMatchObject({ code: "not_found" });
    const names = (await Promise.all(asked)).map(({ name }) => name);
    const owners = contexts.map(({ customer }) => `Of ${customer.wireId}`);
    expect(names).toEqual([...owners, ...owners]);
    await nothing;
  }
});

test("one that is being deleted, or is gone, is found no more", async () => {
  const context = await withSale();
  await getEvent(context, sale);
  await elsewhere(`"deletingAt" = now()`, context);
  await expect(getEvent(context, sale)).rejects.toMatchObject({ code: "not_found" });
  await elsewhere(`"deletingAt" = NULL`, context);
  expect(await getEvent(context, sale)).toMatchObject(sale);
  await db().event.deleteMany({ where: { customerId: context.customer.id } });
  await expect(getEvent(context, sale)).rejects.toMatchObject({ code: "not_found" });
});

test("what becomes of its opening follows the clock", async () => {
  const context = await withSale({
    ...{ kind: "scheduled", startLocal: "2099-05-01T10:00", timeZone: "UTC" },
  });
  const atMs = Date.parse("2099-05-01T10:00:00Z");
  expect(await getEvent(context, sale)).toMatchObject({ opening: { type: "unarmed", atMs } });
  vi.useFakeTimers({ now: atMs + 1, toFake: ["Date"] });
  const missed = await getEvent(context, sale);
  expect(missed).toMatchObject({ opening: { type: "missed", atMs } });
  expect(await getEvent(context, sale)).toBe(missed);
});
