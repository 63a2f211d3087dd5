import { db } from "@/lib/db/client";
import { newId } from "@/lib/platform/ids";
import { createEvent } from "@/lib/services/event/manage/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { newMailedToken } from "@/lib/services/ground/mailed-token";
import {
  exportedModels,
  type Model,
  nextRows,
  READ_BY_RUN,
} from "@/lib/services/installation/customer/inner/exported-tables";
import { addInvitation } from "@/lib/services/people/invitation/create";
import { createAlertChannel } from "@/lib/services/sites/alert/create-channel";
import { createAlertRule } from "@/lib/services/sites/alert/create-rule";
import { addSecret } from "@/lib/services/sites/secret/add-secret";
import { createWebhook } from "@/lib/services/sites/webhook/create";
import { sendTestWebhook } from "@/lib/services/sites/webhook/send-test";
import { addTestApproval } from "@/test/approval";
import { addTestMember, createTestCustomer, randomWireId } from "@/test/customer";

/** What every text of these things says, so that nobody can answer it by chance. */
export const MARK = "Vic-Tim-7f3a";

export type Things = {
  readonly owner: ServiceContext;
  /** An id of each kind, by the name of the field in which verbs take it. */
  readonly ids: Readonly<Record<string, string>>;
};

const HASH = "0123456789abcdef0123456789abcdef";
const inAnHour = () => new Date(Date.now() + 3_600_000);

/** A customer that has something of each kind that a verb can name. */
export async function createThings(): Promise<Things> {
  const owner = await createTestCustomer("owner");
  const customerId = owner.customer.id;
  const eventId = randomWireId();
  await createEvent(owner, {
    ...{ eventId, name: MARK, kind: "always-on", targetUrl: "https://shop.example/" },
  });
  const event = await db().event.findFirstOrThrow({ where: { customerId } });
  return {
    owner,
    ids: {
      ...{ eventId, subject: event.id },
      ...(await createPeople(owner)),
      ...(await createOfEvent(customerId, event.id)),
      ...(await createOfSite(owner)),
    },
  };
}

async function createPeople(owner: ServiceContext) {
  const member = await addTestMember(owner, "viewer", MARK);
  const { id: membershipId } = await db().membership.findFirstOrThrow({
    where: { userId: member.actor.id },
  });
  const email = `${crypto.randomUUID()}@${MARK.toLowerCase()}.example`;
  const { invitationId } = await db().$transaction((tx) =>
    addInvitation(tx, owner, { email, role: "viewer", token: newMailedToken() }),
  );
  const approval = await addTestApproval({ customer: owner.customer, actor: member.actor });
  return { membershipId, invitationId, approvalId: approval.id, actor: member.actor.id };
}

async function createOfEvent(customerId: string, eventId: string) {
  const run = await db().run.create({ data: { id: newId("run"), eventId, number: 1 } });
  const link = await db().staffLink.create({
    data: {
      ...{ id: newId("staffLink"), customerId, eventId, label: MARK },
      ...{ expiresAt: inAnHour(), createdBy: MARK },
    },
  });
  const batch = await db().accessCodeBatch.create({
    data: { id: newId("accessCodeBatch"), customerId, eventId, name: MARK, createdBy: MARK },
  });
  const rehearsal = await db().rehearsal.create({
    data: {
      ...{ id: newId("rehearsal"), customerId, kind: "what_if", name: MARK, plan: {} },
      createdBy: MARK,
    },
  });
  const template = await db().eventTemplate.create({
    data: { id: newId("eventTemplate"), customerId, name: MARK, settings: {} },
  });
  const saved = await db().savedMessage.create({
    data: { id: newId("savedMessage"), customerId, name: MARK, texts: { en: MARK } },
  });
  const threshold = await db().threshold.create({
    data: {
      ...{ id: newId("threshold"), customerId, name: MARK, metric: "waiting" },
      ...{ crossedAt: 5, clearedAt: 4, holdSeconds: 0 },
    },
  });
  return {
    ...{ savedMessageId: saved.id, thresholdId: threshold.id },
    ...{ runId: run.id, staffLinkId: link.id, batchId: batch.id, rehearsalId: rehearsal.id },
    templateId: template.id,
  };
}

async function createOfSite(owner: ServiceContext) {
  const customerId = owner.customer.id;
  const secret = await db().$transaction((tx) =>
    addSecret(tx, owner, { eventId: null, isActive: true }),
  );
  const rule = await db().rule.create({
    data: {
      ...{ id: newId("rule"), customerId, name: MARK, position: 1, actionType: "Ignore" },
      ...{ action: {}, triggers: [] },
    },
  });
  const key = await db().apiKey.create({
    data: { id: newId("apiKey"), customerId, name: MARK, prefix: "x", hash: crypto.randomUUID() },
  });
  const theme = await db().theme.create({
    data: {
      ...{ id: newId("theme"), customerId, key: "vic", name: MARK, settings: {}, assets: [HASH] },
      revision: "1",
    },
  });
  await db().themeAsset.create({
    data: {
      ...{ id: newId("themeAsset"), customerId, hash: HASH, kind: "logo", size: 1 },
      ...{ contentType: "image/png", bytes: new Uint8Array([1]) },
    },
  });
  const list = await db().addressList.create({
    data: { id: newId("addressList"), customerId, key: "vic", name: MARK, kind: "typed", text: "" },
  });
  const host = await db().customerHost.create({
    data: { id: newId("customerHost"), customerId, host: `${customerId}.example`, token: MARK },
  });
  return {
    ...{ secretId: secret.id, ruleId: rule.id, apiKeyId: key.id, themeId: theme.id, hash: HASH },
    ...{ listId: list.id, hostId: host.id },
    ...(await createWebhookOf(owner)),
    ...(await createAlertsOf(owner)),
  };
}

async function createWebhookOf(owner: ServiceContext) {
  const { id: endpointId } = await createWebhook(owner, {
    name: MARK,
    url: "https://shop.example/hook",
  });
  const { id: deliveryId } = await sendTestWebhook(owner, { endpointId });
  return { endpointId, deliveryId };
}

async function createAlertsOf(owner: ServiceContext) {
  const secret = "https://shop.example/hook";
  const { id: channelId } = await createAlertChannel(owner, { name: MARK, kind: "slack", secret });
  const types = ["event.paused" as const];
  const wish = { name: MARK, types, channelIds: [channelId] };
  const { id: alertRuleId } = await createAlertRule(owner, wish);
  return { channelId, alertRuleId };
}

/** These only the worker writes, of runs that it steers. */
const isOfLines = (model: Model) => READ_BY_RUN.has(model) || model === "LaneCheckpoint";

/** All rows of a customer as text: the same before and after when nobody has changed anything. */
export async function rowsOfCustomer(customerId: string): Promise<string> {
  const models = exportedModels().filter((model) => !isOfLines(model));
  const tables = models.map(async (model) => {
    const asked = nextRows(model, { customerId, after: "", rows: 1_000 });
    const rows = await db().$queryRaw<{ readonly line: string }[]>(asked);
    return rows.map(({ line }) => `${model} ${line}`);
  });
  return (await Promise.all(tables)).flat().join("\n");
}
