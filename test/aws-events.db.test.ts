import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createAwsCalls } from "@/lib/compat/aws/answer-private";
import { db, disconnectDb } from "@/lib/db/client";
import { AWS_TYPES, DOMAIN_EVENTS, isAwsType } from "@/lib/domain/domain-event/catalogue";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { pauseEvent } from "@/lib/services/event/control/pause";
import type { ServiceContext } from "@/lib/services/ground/context";
import { eraseVisitor } from "@/lib/services/installation/retention/erase-visitor";
import { drainAdmissions } from "@/lib/services/operation/admission/drain";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { listOpenEvents } from "@/lib/services/relay/line/open-events";
import { tellAwsMetrics } from "@/lib/services/relay/line/tell-aws-metrics";
import { nothingKnown, tellLineChanges } from "@/lib/services/relay/line/tell-changes";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { watchAlerts } from "@/lib/services/sites/alert/watch";
import { setAwsApi } from "@/lib/services/sites/aws-api/set";
import { createWebhook } from "@/lib/services/sites/webhook/create";
import { planDeliveries } from "@/lib/services/sites/webhook/plan-deliveries";
import { sendStream } from "@/lib/services/sites/webhook/send-streams";
import { claimStreams } from "@/lib/services/sites/webhook/streams";
import { createCustomerWithSale, startedRef, startTestEvent } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { WebhookReceiver } from "@/test/webhook-receiver";
import { createPlaceSealer, newPlace } from "@/waiting-room/place/place";

const redis = connectRedis(testRedisUrl());
const sealer = createPlaceSealer(masterKeysFromEnvironment());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

const SALE = { eventId: "sale" } as const;
let context: ServiceContext;
let receiver: WebhookReceiver;
let url: string;
beforeEach(async () => {
  vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "127.0.0.1");
  context = await createCustomerWithSale();
  await startTestEvent(context, SALE);
  const { id } = await event();
  await reconcileEvent(redis, id);
  receiver = new WebhookReceiver();
  url = await receiver.start();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  receiver.stop();
  await db().webhookEndpoint.deleteMany({ where: { customerId: context.customer.id } });
});

const event = () => db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });

async function subscribe(): Promise<void> {
  await setAwsApi(context, { isOn: true });
  await createWebhook(context, { name: "Bus", url, types: [...AWS_TYPES] });
}

/** The line's script notes that these were admitted. */
async function admit(queueIds: readonly string[], renewal = 0): Promise<void> {
  const members = queueIds.map((queueId, index) => `${index + 1}:${renewal}:${queueId};`).join("");
  const at = ["r", 1, "v", 0, "t", "queue", "a", Date.now()];
  const { admissions } = eventKeys(startedRef(context));
  await redis.xadd(admissions, "*", ...at, "m", members, "l", "");
  await drainAdmissions(redis, { ...(await event()), customer: context.customer });
}

async function look(known: ReturnType<typeof nothingKnown>): Promise<void> {
  const { id } = await event();
  const own = (await listOpenEvents()).filter((open) => open.id === id);
  await tellLineChanges(redis, own, known);
  await tellAwsMetrics(redis, own);
}

const stored = async () =>
  (
    await db().domainEvent.findMany({
      where: { customerId: context.customer.id, type: { in: [...AWS_TYPES] } },
      orderBy: { seq: "asc" },
    })
  ).map(({ type, data }) => {
    expect(isAwsType(type) && DOMAIN_EVENTS[type].data.strict().parse(data)).toBeTruthy();
    return [type, data];
  });

/** The line calls on, past so many who are not there. */
const passBy = (called: number, noShows: number) =>
  redis.hset(eventKeys(startedRef(context)).line, {
    ...{ last: String(called), serving: String(called) },
    noShows: `1:0:${noShows}`,
  });

/** Ends the session of somebody who waits, as a program does. */
async function endSession(status: 1 | -1, number: number) {
  const permissions = ["event:read", "event:operate", "report:read"] as const;
  const key = await createApiKey(context, {
    ...{ name: randomUUID(), scopes: ["api"], permissions: [...permissions], eventIds: [] },
  });
  const queueId = randomUUID();
  const place = newPlace({ runId: 1, lane: 0, number, joinedAtMs: Date.now(), queueId });
  const settings = { ...startedRef(context), incarnation: (await event()).incarnation };
  const request_id = sealer.seal(settings, place);
  const { status: answered } = await createAwsCalls(sealer.open)({
    ...{ method: "POST", path: "/aws/update_session", query: new URLSearchParams() },
    body: Buffer.from(JSON.stringify({ event_id: "sale", request_id, status })),
    header: (name) => (name === "authorization" ? `Bearer ${key.text}` : null),
    address: "192.0.2.1",
  });
  expect(answered).toBe(200);
  return queueId;
}

async function send(): Promise<void> {
  while ((await planDeliveries()) > 0);
  for (;;) {
    const claimed = await claimStreams(20);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((stream) => sendStream(stream, () => true)));
  }
}

test("the four types are told once, with the detail that sites of Virtual Waiting Room on AWS read", async () => {
  await subscribe();
  const known = nothingKnown();
  await passBy(4, 1);
  await look(known);
  await admit(["a", "b"]);
  await admit(["a"], 1);
  const [completed, abandoned] = [await endSession(1, 3), await endSession(-1, 4)];
  await passBy(9, 4);
  await look(known);
  await look(nothingKnown());
  const metrics = await db().domainEvent.deleteMany({
    where: { type: "aws.waiting_room_metrics" },
  });
  expect(metrics.count).toBe(1);
  await look(known);
  const ids = (request_id: string) => ({ event_id: "sale", request_id });
  expect(await stored()).toEqual([
    ["aws.token_generated", ids("a")],
    ["aws.token_generated", ids("b")],
    ["aws.session_updated", { ...ids(completed), status: "completed" }],
    ["aws.session_updated", { ...ids(abandoned), status: "abandoned" }],
    [
      "aws.automatic_serving_counter_incr",
      {
        ...{ previous_serving_counter_position: 6, increment_by: 3 },
        current_serving_counter_position: 9,
      },
    ],
    [
      "aws.waiting_room_metrics",
      {
        ...{ event_id: "sale", num_active_tokens: 2, total_num_tokens: 0, queue_counter: 0 },
        ...{ serving_number: 9, completed_sessions: 1, abandoned_sessions: 1 },
      },
    ],
  ]);
  await send();
  expect(receiver.types().sort()).toEqual((await stored()).map(([type]) => type).sort());
});

test("nothing is stored for anybody who does not name them, or whose API is off", async () => {
  await createWebhook(context, { name: "All", url });
  await setAwsApi(context, { isOn: true });
  const everything = async (number: number) => {
    const known = nothingKnown();
    await passBy(4, 1);
    await look(known);
    await passBy(9, 4);
    await look(known);
    await admit([randomUUID()]);
    await endSession(1, number);
  };
  await everything(3);
  await setAwsApi(context, { isOn: false });
  await createWebhook(context, { name: "Bus", url, types: [...AWS_TYPES] });
  await everything(4);
  expect(await stored()).toEqual([]);
});

test("everything means everything but them, also when it is asked for again", async () => {
  await createWebhook(context, { name: "All", url });
  await subscribe();
  await admit(["a"]);
  await pauseEvent(context, SALE);
  await send();
  expect(receiver.types().sort()).toEqual(["aws.token_generated", "event.paused"]);
  await watchAlerts();
  const unseen = { customerId: context.customer.id, alertedAt: null };
  expect(await db().domainEvent.count({ where: unseen })).toBe(0);
});

test("a webhook for other events is told nothing of this one", async () => {
  await setAwsApi(context, { isOn: true });
  const types = [...AWS_TYPES];
  const { id } = await createWebhook(context, { name: "Bus", url, types, eventIds: ["sale"] });
  await db().webhookEndpoint.update({ where: { id }, data: { eventIds: ["another"] } });
  await admit(["a"]);
  await look(nothingKnown());
  expect(await stored()).toEqual([]);
});

test("who is erased is in no message any more", async () => {
  await subscribe();
  const [admitted, other] = [randomUUID(), randomUUID()];
  await admit([admitted, other]);
  await passBy(9, 0);
  const waiting = await endSession(-1, 7);
  for (const queueId of [admitted, waiting]) {
    const { customers } = await eraseVisitor(redis, "admin", queueId);
    expect(customers).toEqual([context.customer.wireId]);
  }
  expect(await stored()).toEqual([
    ["aws.token_generated", { event_id: "sale", request_id: other }],
  ]);
});
