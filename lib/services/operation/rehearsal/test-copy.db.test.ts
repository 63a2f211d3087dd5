import { afterAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { createEvent } from "@/lib/services/event/manage/create";
import { getEvent } from "@/lib/services/event/manage/get";
import { installationContext } from "@/lib/services/ground/context";
import { getCustomer } from "@/lib/services/installation/customer/get";
import { setCustomerLimits } from "@/lib/services/installation/customer/set-limits";
import { createCustomerWithSale } from "@/test/customer";
import { listEvents } from "@/test/list-events";

afterAll(disconnectDb);

test("the copy that a rehearsal plays with is in no list, no figure and no limit of the customer", async () => {
  const context = await createCustomerWithSale();
  const customerId = context.customer.id;
  const { id: testOf } = await db().event.findFirstOrThrow({ where: { customerId } });
  const input = {
    kind: "always-on",
    targetUrl: "https://shop.example.com/",
  } as const;
  await createEvent(context, { ...input, eventId: "copy", name: "Copy" });
  await db().event.update({
    where: { customerId_wireId: { customerId, wireId: "copy" } },
    data: { testOf, status: "open" },
  });
  expect((await listEvents(context)).map(({ eventId }) => eventId)).toEqual(["sale"]);
  expect(await getCustomer(context)).toMatchObject({ events: 1, openEvents: 0 });
  expect(await getEvent(context, { eventId: "copy" })).toMatchObject({ isTest: true });
  const installation = installationContext(context.customer, "test");
  await setCustomerLimits(installation, { maxEvents: 2 });
  await createEvent(context, { ...input, eventId: "second", name: "Second" });
  await expect(
    createEvent(context, { ...input, eventId: "third", name: "Third" }),
  ).rejects.toMatchObject({ code: "event_limit" });
});
