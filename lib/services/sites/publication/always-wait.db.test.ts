import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import { readPublishedCustomer } from "@/lib/line/commands/published";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { ServiceContext } from "@/lib/services/ground/context";
import { listAudit } from "@/lib/services/installation/audit/list";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { writeCustomerToRedis } from "@/lib/services/relay/outbox/inner/write-customer";
import { createRule } from "@/lib/services/sites/rule/create";
import { deleteRule } from "@/lib/services/sites/rule/delete";
import { updateRule } from "@/lib/services/sites/rule/update";
import { createCustomerWithSale } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { queueRule } from "@/test/rules";
import { getPublication } from "./get";
import { getUnpublishedChanges } from "./get-changes";
import { publish } from "./publish";

const tickets = queueRule("Tickets");

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

let context: ServiceContext;
beforeEach(async () => {
  context = await createCustomerWithSale();
});

/** What the waiting room knows after the worker was told. */
async function waitingRoomKnows() {
  await writeCustomerToRedis(redis, context.customer.id);
  return (await readPublishedCustomer(redis, context.customer.wireId))?.alwaysWaitRules;
}

test("always wait is a change of its rule, stored with the version and audited", async () => {
  const { id: ruleId } = await createRule(context, tickets);
  const first = await publish(context);
  const changed = await updateRule(context, { ruleId, rule: { ...tickets, alwaysWait: true } });
  expect(changed).toMatchObject({ alwaysWait: true });
  expect(await getUnpublishedChanges(context)).toMatchObject({
    differences: [
      {
        kind: "changed",
        name: "Tickets",
        fields: [{ label: "Always show the waiting page", before: "no", after: "yes" }],
      },
    ],
  });
  const second = await publish(context);
  expect(second.alwaysWaitRules).toEqual(["Tickets"]);
  expect(second.config.Integrations).toEqual(first.config.Integrations);
  const [published, updated] = (await listAudit(context)).entries;
  expect(published?.details).toMatchObject({ version: 2, alwaysWaitRules: ["Tickets"] });
  expect(updated?.details).toMatchObject({
    before: { alwaysWait: false },
    after: { alwaysWait: true },
  });
  expect(await getPublication(context, { version: 1 })).toMatchObject({ alwaysWaitRules: [] });
});

test("the waiting room knows of it from the publication on and not before", async () => {
  const { id: ruleId } = await createRule(context, tickets);
  await publish(context);
  expect(await waitingRoomKnows()).toEqual([]);
  await updateRule(context, { ruleId, rule: { ...tickets, alwaysWait: true } });
  await createApiKey(context, { name: "another reason to tell the waiting room" });
  expect(await waitingRoomKnows()).toEqual([]);
  await publish(context);
  expect(await waitingRoomKnows()).toEqual(["Tickets"]);
  await deleteRule(context, { ruleId });
  expect(await waitingRoomKnows()).toEqual(["Tickets"]);
  await publish(context);
  expect(await waitingRoomKnows()).toEqual([]);
});
