import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestCustomer } from "@/test/customer";
import { db, disconnectDb, type Tx } from "./client";

const warnings: string[] = [];
function noteWarning(warning: Error): void {
  warnings.push(warning.message);
}

beforeAll(() => {
  process.on("warning", noteWarning);
});
afterAll(async () => {
  process.off("warning", noteWarning);
  await disconnectDb();
});

test("what one transaction reads side by side is read without a warning", async () => {
  const { customer } = await createTestCustomer();
  const read = (tx: Tx) =>
    tx.customer.findUniqueOrThrow({
      where: { id: customer.id },
      include: { memberships: { include: { user: true } }, events: true, rules: true },
    });
  const both = await db().$transaction((tx) => Promise.all([read(tx), read(tx)]));
  // Warnings come a turn later.
  await new Promise((resolve) => setImmediate(resolve));
  expect(both[0]).toEqual(both[1]);
  expect(both[0]).toMatchObject({ id: customer.id, memberships: [{ user: {} }], events: [] });
  expect(warnings).toEqual([]);
});

test("a query that fails beside others undoes all of them, and the connection goes on", async () => {
  const nameHash = `client-test-${crypto.randomUUID()}`;
  const data = { nameHash, deletedAt: new Date(), freeAt: new Date() };
  const create = (tx: Tx) => tx.formerId.create({ data });
  for (let round = 0; round < 20; round += 1) {
    const both = db().$transaction((tx) => Promise.all([create(tx), create(tx)]));
    await expect(both).rejects.toMatchObject({ code: "P2002" });
  }
  expect(await db().formerId.count({ where: { nameHash } })).toBe(0);
});
