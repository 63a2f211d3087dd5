import { afterAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { SINGLE_LANE } from "@/lib/domain/lane/lane";
import { createTestCustomer, startTestEvent } from "@/test/customer";
import { createEvent } from "./create";
import { listEventNames } from "./list-names";

afterAll(disconnectDb);

const TARGET = { targetUrl: "https://shop.example/tickets" };

test("names the events at work, the newest first, each with its lanes", async () => {
  const context = await createTestCustomer();
  for (const eventId of ["first", "archived", "copy", "deleted", "last"])
    await createEvent(context, { eventId, name: `The ${eventId}`, kind: "always-on", ...TARGET });
  const write = (wireId: string, data: Prisma.EventUpdateManyMutationInput) =>
    db().event.updateMany({ where: { wireId, customerId: context.customer.id }, data });
  await write("archived", { archivedAt: new Date() });
  await write("copy", { testOf: "first" });
  await write("deleted", { deletingAt: new Date() });
  const [main] = SINGLE_LANE.lanes;
  const lanes = [
    { ...main, weight: 50 },
    { ...main, key: "fans", name: "Fans", weight: 50 },
  ];
  await write("first", { settings: { ...TARGET, lanes: { ...SINGLE_LANE, lanes } } });
  await startTestEvent(context, { eventId: "first" });
  const named = ({ key, name }: { readonly key: string; readonly name: string }) => ({ key, name });
  expect(await listEventNames(context)).toEqual([
    { eventId: "last", name: "The last", isOpen: false, lanes: [named(main)] },
    { eventId: "first", name: "The first", isOpen: true, lanes: lanes.map(named) },
  ]);
});
