import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { DOMAIN_EVENTS, type DomainEventType } from "@/lib/domain/domain-event/catalogue";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createCustomerWithSale } from "@/test/customer";
import { WebhookReceiver } from "@/test/webhook-receiver";
import { createAlertChannel } from "./create-channel";
import { createAlertRule } from "./create-rule";
import { claimNotices } from "./deliveries";
import { listAlerts } from "./list-alerts";
import { sendNotice } from "./send";
import { setAlertRuleState } from "./set-rule-state";
import { updateAlertRule } from "./update-rule";
import { watchAlerts } from "./watch";

let context: ServiceContext;
let receiver: WebhookReceiver;
let url: string;
beforeEach(async () => {
  vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "127.0.0.1");
  context = await createCustomerWithSale();
  await db().alertRule.deleteMany({ where: { customerId: context.customer.id } });
  receiver = new WebhookReceiver();
  url = await receiver.start();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  receiver.stop();
  await db().alertChannel.deleteMany({ where: { customerId: context.customer.id } });
  await db().alertRule.deleteMany({ where: { customerId: context.customer.id } });
});
afterAll(disconnectDb);

const rule = async (more: Partial<Parameters<typeof createAlertRule>[1]> = {}) => {
  const chat = { name: "Slack", kind: "slack", secret: url } as const;
  const { id: channelId } = await createAlertChannel(context, chat);
  const wish = { name: "Paused", types: ["event.paused" as const], channelIds: [channelId] };
  return { channelId, ...(await createAlertRule(context, { ...wish, ...more })) };
};

/** Something that happened at the customer's sale, or at the customer as a whole. */
const happen = (type: DomainEventType, data: Prisma.InputJsonObject) => {
  const event = { eventId: "sale", eventName: "Sale" };
  return db().domainEvent.create({
    data: {
      ...{ id: newId("domainEvent"), customerId: context.customer.id, type, data },
      ...{ doneBy: { type: "stanchion", name: "Stanchion" }, summary: DOMAIN_EVENTS[type].title },
      ...(DOMAIN_EVENTS[type].scope === "event" ? event : {}),
    },
  });
};

/** Everything that a worker does about alerts. */
async function work(): Promise<void> {
  while ((await watchAlerts()) > 0);
  for (;;) {
    const claimed = await claimNotices(20);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((one) => sendNotice(one)));
  }
}

const headlines = (told: WebhookReceiver) => told.received.map(({ body }) => body["text"]);
const texts = () => headlines(receiver);

test("a rule tells what it watches, also where that resolves something else", async () => {
  await rule({ types: ["event.paused", "event.ended"] });
  await happen("event.paused", {});
  await work();
  await happen("event.ended", { run: 1 });
  await work();
  // Two alerts have no order between them.
  expect(texts().sort()).toEqual([
    ...["Event ended – Sale", "Event paused – Sale", "Resolved: Event paused – Sale"],
  ]);
});

test("a rule that is changed acts on alerts that wait", async () => {
  const { id, channelId, version, name } = await rule({ afterMinutes: 60 });
  await happen("event.paused", {});
  await work();
  const wish = { name, types: ["event.paused" as const], channelIds: [channelId] };
  await updateAlertRule(context, { alertRuleId: id, seenVersion: version, ...wish });
  await work();
  expect(texts()).toEqual(["Event paused – Sale"]);
});

test("a rule tells every channel of the end that was told of it, also in a repeat", async () => {
  const { id, version, name } = await rule({ types: ["approval.requested"] });
  const well = new WebhookReceiver();
  const secret = await well.start();
  const other = await createAlertChannel(context, { name: "Other", kind: "slack", secret });
  await happen("approval.requested", { approvalId: "apr_1" });
  await work();
  const wish = { name, types: ["approval.requested" as const], channelIds: [other.id] };
  await updateAlertRule(context, { alertRuleId: id, seenVersion: version, ...wish });
  await happen("approval.requested", { approvalId: "apr_1" });
  await work();
  await happen("approval.decided", { approvalId: "apr_1" });
  await work();
  expect(headlines(receiver)).toEqual(["Approval requested", "Resolved: Approval requested"]);
  expect(headlines(well)).toEqual(["Approval requested (again)", "Resolved: Approval requested"]);
  well.stop();
});

test("what opens many times at once is told in one notice, and so is its end", async () => {
  const { id } = await rule({ types: ["approval.requested"] });
  for (let approval = 0; approval < 7; approval += 1)
    await happen("approval.requested", { approvalId: `apr_${approval}` });
  await work();
  expect((await listAlerts(context, { state: "open" })).items).toHaveLength(7);
  await setAlertRuleState(context, { alertRuleId: id, isOn: false });
  await work();
  expect(texts()).toEqual([
    ...["Approval requested – 7 alerts", "Resolved: Approval requested – 7 alerts"],
  ]);
  expect((await listAlerts(context, { state: "open" })).items).toEqual([]);
});

test("a round leaves to the next what it has no time for, and loses nothing", async () => {
  await work();
  await rule({ types: ["approval.requested"] });
  for (const approvalId of ["apr_1", "apr_2"]) await happen("approval.requested", { approvalId });
  expect(await watchAlerts(new Date(), 0)).toBe(1);
  expect((await listAlerts(context)).items).toHaveLength(1);
  expect(await watchAlerts(new Date(), 0)).toBe(1);
  expect((await listAlerts(context)).items).toHaveLength(2);
});
