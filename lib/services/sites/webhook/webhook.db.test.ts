import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { DOMAIN_EVENTS, isDomainEventType } from "@/lib/domain/domain-event/catalogue";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { resumeEvent } from "@/lib/services/event/control/resume";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import type { ServiceContext } from "@/lib/services/ground/context";
import { addTestMember, createCustomerWithSale, startTestEvent } from "@/test/customer";
import { expectRefused } from "@/test/refusals";
import { isSignedBy, WebhookReceiver } from "@/test/webhook-receiver";
import { createWebhook } from "./create";
import { getWebhook } from "./get";
import { getDelivery } from "./get-delivery";
import { listDeliveries } from "./list-deliveries";
import { mailTurnedOff } from "./mail-turned-off";
import { planDeliveries } from "./plan-deliveries";
import { replayDelivery } from "./replay";
import { replayRange } from "./replay-range";
import { rotateWebhookSecret } from "./rotate-secret";
import { sendStream } from "./send-streams";
import { sendTestWebhook } from "./send-test";
import { setWebhookState } from "./set-state";
import { skipDelivery } from "./skip";
import { claimStreams } from "./streams";
import { updateWebhook } from "./update";

let context: ServiceContext;
let receiver: WebhookReceiver;
let url: string;
beforeEach(async () => {
  vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "127.0.0.1");
  context = await createCustomerWithSale();
  receiver = new WebhookReceiver();
  url = await receiver.start();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  receiver.stop();
  await db().webhookEndpoint.deleteMany({ where: { customerId: context.customer.id } });
});
afterAll(disconnectDb);

const SALE = { eventId: "sale" } as const;
const wish = () => ({ name: "Back office", url });

/** Sends all that is due, as a worker does. */
async function sendDue(): Promise<void> {
  while ((await planDeliveries()) > 0);
  for (;;) {
    const claimed = await claimStreams(20);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((stream) => sendStream(stream, () => true)));
  }
}

/** As if the time of the next attempt had come. */
const passTime = (endpointId: string) =>
  db().webhookStream.updateMany({
    where: { endpointId },
    data: { nextAttemptAt: new Date(Date.now() - 1_000) },
  });

describe("what happens", () => {
  test("arrives signed, in order, in the shape that the catalogue says, with its log", async () => {
    const { id, secret } = await createWebhook(context, wish());
    await startTestEvent(context, SALE);
    await setOutflow(context, { ...SALE, outflowPerMinute: 240 });
    await pauseEvent(context, { ...SALE, message: "Back soon\u2028é" });
    await resumeEvent(context, SALE);
    await sendDue();
    const types = ["event.opened", "event.outflow_changed", "event.paused", "event.resumed"];
    expect(receiver.types()).toEqual(types);
    for (const message of receiver.received) {
      expect(isSignedBy(secret, message)).toBe(true);
      const { type, data } = message.body;
      const known = isDomainEventType(type) ? DOMAIN_EVENTS[type].data : null;
      expect(known?.safeParse(data).success).toBe(true);
      expect(message.body).toMatchObject({
        ...{ id: message.headers["webhook-id"], version: 1 },
        ...{ customerId: context.customer.wireId, event: { id: "sale", name: "Sale" } },
        by: { type: "person", name: context.actor.name },
      });
    }
    expect(receiver.received[1]?.body["data"]).toEqual({ from: expect.any(Number), to: 240 });
    const { items } = await listDeliveries(context, { endpointId: id });
    expect(items.map(({ type, state }) => [type, state])).toEqual(
      types.reverse().map((type) => [type, "delivered"]),
    );
    const details = await getDelivery(context, { endpointId: id, deliveryId: items[0]?.id ?? "" });
    expect(details.attempts).toEqual([expect.objectContaining({ status: 204, problem: null })]);
    expect(details.request.body).toBe(receiver.received[3]?.text);
  });

  test("is told to whoever wants it: by type and by event, and nothing of before", async () => {
    await startTestEvent(context, SALE);
    await sendDue();
    await createWebhook(context, { ...wish(), types: ["event.paused"] });
    const other = await createWebhook(context, { name: "Shop", url, eventIds: ["sale"] });
    await pauseEvent(context, SALE);
    await resumeEvent(context, SALE);
    await sendDue();
    expect(receiver.types().sort()).toEqual(["event.paused", "event.paused", "event.resumed"]);
    await setWebhookState(context, { endpointId: other.id, isOn: false });
    await pauseEvent(context, SALE);
    await sendDue();
    await setWebhookState(context, { endpointId: other.id, isOn: true });
    await sendDue();
    expect(receiver.received).toHaveLength(4);
  });

  test("of what a change undoes, nobody is told", async () => {
    await createWebhook(context, wish());
    await expectRefused([pauseEvent(context, SALE)], "precondition_failed");
    await sendDue();
    expect(receiver.received).toEqual([]);
  });
});

describe("a receiver that fails", () => {
  test("is sent the same message again, and nothing of that event before it", async () => {
    const { id } = await createWebhook(context, wish());
    receiver.answer = (response) => response.writeHead(500).end("no\u0000pe");
    await startTestEvent(context, SALE);
    await pauseEvent(context, SALE);
    await sendDue();
    expect(receiver.types()).toEqual(["event.opened"]);
    expect((await getWebhook(context, { endpointId: id })).failingSince).not.toBeNull();
    receiver.answer = (response) => {
      response.writeHead(200, { "content-length": 10 }).write("cut");
      setTimeout(() => response.destroy(), 20);
    };
    await passTime(id);
    await sendDue();
    receiver.answer = (response) => response.writeHead(200).end("ok");
    await passTime(id);
    await sendDue();
    expect(receiver.types()).toEqual([
      ...["event.opened", "event.opened", "event.opened", "event.paused"],
    ]);
    expect(
      new Set(receiver.received.slice(0, 3).map(({ headers }) => headers["webhook-id"])).size,
    ).toBe(1);
    const { items } = await listDeliveries(context, { endpointId: id });
    const { attempts } = await getDelivery(context, {
      endpointId: id,
      deliveryId: items[1]?.id ?? "",
    });
    expect(attempts.map(({ status, answer }) => [status, answer])).toEqual([
      ...[
        [500, "no\uFFFDpe"],
        [null, null],
        [200, "ok"],
      ],
    ]);
    expect((await getWebhook(context, { endpointId: id })).failingSince).toBeNull();
  });

  test("is turned off after three days or when it says that it is gone, and loses nothing", async () => {
    const { id } = await createWebhook(context, wish());
    receiver.answer = (response) => response.writeHead(503).end();
    await startTestEvent(context, SALE);
    await sendDue();
    const threeDaysAgo = new Date(Date.now() - 73 * 3_600_000);
    await db().webhookEndpoint.update({ where: { id }, data: { failingSince: threeDaysAgo } });
    const [first] = (await listDeliveries(context, { endpointId: id })).items;
    await db().webhookAttempt.updateMany({
      where: { deliveryId: BigInt(first?.id ?? 0) },
      data: { at: threeDaysAgo },
    });
    await passTime(id);
    await sendDue();
    expect(await getWebhook(context, { endpointId: id })).toMatchObject({
      ...{ isOn: false, offBecause: "failing" },
    });
    await passTime(id);
    await sendDue();
    expect(receiver.received).toHaveLength(2);
    receiver.answer = (response) => response.writeHead(410).end();
    await setWebhookState(context, { endpointId: id, isOn: true });
    await sendDue();
    expect(await getWebhook(context, { endpointId: id })).toMatchObject({ offBecause: "gone" });
    receiver.answer = (response) => response.writeHead(204).end();
    await setWebhookState(context, { endpointId: id, isOn: true });
    await sendDue();
    expect(receiver.types()).toEqual(Array(4).fill("event.opened"));
    expect((await listDeliveries(context, { endpointId: id, state: "pending" })).items).toEqual([]);
  });

  test("can be spared one message, by a person or after three days of that alone", async () => {
    const { id } = await createWebhook(context, wish());
    receiver.answer = (response, { body }) =>
      response.writeHead(body.type === "event.opened" ? 400 : 204).end();
    await startTestEvent(context, SALE);
    await pauseEvent(context, SALE);
    await sendDue();
    const [head] = (await listDeliveries(context, { endpointId: id })).items.slice(-1);
    const deliveryId = head?.id ?? "";
    await skipDelivery(context, { endpointId: id, deliveryId });
    await expectRefused(
      [skipDelivery(context, { endpointId: id, deliveryId })],
      "precondition_failed",
    );
    await sendDue();
    expect(receiver.types()).toEqual(["event.opened", "event.paused"]);

    await replayDelivery(context, { endpointId: id, deliveryId });
    await sendDue();
    const [again] = (await listDeliveries(context, { endpointId: id })).items;
    await db().webhookAttempt.updateMany({
      where: { deliveryId: BigInt(again?.id ?? 0) },
      data: { at: new Date(Date.now() - 73 * 3_600_000) },
    });
    await db().webhookEndpoint.update({ where: { id }, data: { failingSince: null } });
    await resumeEvent(context, SALE);
    await passTime(id);
    await sendDue();
    expect(receiver.types().slice(2)).toEqual(["event.opened", "event.opened", "event.resumed"]);
    const states = (await listDeliveries(context, { endpointId: id })).items.map(
      ({ state }) => state,
    );
    expect(states).toEqual(["delivered", "failed", "delivered", "skipped"]);
  });

  test("whose sender died is sent it again once the lease is over, and the dead one notes nothing", async () => {
    const { id } = await createWebhook(context, wish());
    await startTestEvent(context, SALE);
    await planDeliveries();
    const [stream] = await claimStreams(20);
    if (stream === undefined) throw new Error("Nothing was claimed.");
    expect(await claimStreams(20)).toEqual([]);
    await db().webhookStream.updateMany({
      where: { endpointId: id },
      data: { leasedUntil: new Date(Date.now() - 1) },
    });
    await sendStream(stream, () => true);
    expect(receiver.received).toEqual([]);
    await sendDue();
    expect(receiver.types()).toEqual(["event.opened"]);
  });
});

test("a test goes out at once, also while the endpoint is off and another message is stuck, and once only", async () => {
  const { id } = await createWebhook(context, wish());
  receiver.answer = (response) => response.writeHead(500).end();
  await startTestEvent(context, SALE);
  await sendDue();
  await setWebhookState(context, { endpointId: id, isOn: false });
  const sent = await sendTestWebhook(context, { endpointId: id });
  await sendDue();
  expect(receiver.types()).toEqual(["event.opened", "webhook.test"]);
  const details = await getDelivery(context, { endpointId: id, deliveryId: sent.id });
  expect(details).toMatchObject({ state: "failed", status: 500, type: "webhook.test" });
});

test("a new secret signs beside the old one for as long as was asked, and is never shown again", async () => {
  const { id, secret } = await createWebhook(context, wish());
  const { secret: second } = await rotateWebhookSecret(context, { endpointId: id });
  const sendOne = async () => {
    await sendTestWebhook(context, { endpointId: id });
    await sendDue();
    const message = receiver.received.at(-1);
    if (message === undefined) throw new Error("Nothing arrived.");
    return [secret, second].map((one) => isSignedBy(one, message));
  };
  expect(await sendOne()).toEqual([true, true]);
  await db().webhookEndpoint.update({ where: { id }, data: { beforeUntil: new Date() } });
  expect(await sendOne()).toEqual([false, true]);
  const shown = JSON.stringify(
    [
      await getWebhook(context, { endpointId: id }),
      await db().auditEntry.findMany({ where: { customerId: context.customer.id } }),
      await db().webhookEndpoint.findMany({ where: { id } }),
    ],
    (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value),
  );
  for (const one of [secret, second]) expect(shown).not.toContain(one.slice(6));
});

test("what was missed can be sent again by its time: ten thousand messages in order, and no more", async () => {
  const { id } = await createWebhook(context, wish());
  await setWebhookState(context, { endpointId: id, isOn: false });
  const happenAt = (from: number, until: number) => db().$executeRaw`
    INSERT INTO "DomainEvent" ("id", "customerId", "type", "eventId", "doneBy", "summary", "data", "at", "plannedAt")
    SELECT ${id} || n, ${context.customer.id}, 'event.resumed', 'e' || n % 3, '{}', n, '{}', moment, moment
    FROM generate_series(${from}::int, ${until}::int) AS n, (SELECT timestamp '2026-11-01 12:00' AS moment) AS at`;
  await happenAt(1, 10_000);
  const range = { endpointId: id, from: "2026-11-01T12:00:00Z", until: "2026-11-01T12:00:01Z" };
  expect(await replayRange(context, range)).toEqual({ messages: 10_000 });
  const rows = await db().webhookDelivery.findMany({
    where: { endpointId: id, key: "e1" },
    orderBy: { id: "asc" },
    select: { domainEvent: { select: { summary: true } } },
  });
  const numbers = rows.map(({ domainEvent }) => Number(domainEvent.summary));
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  await happenAt(10_001, 10_001);
  await expectRefused([replayRange(context, range)], "limit_exceeded");
});

test("those who may turn it on again are mailed once that Stanchion turned it off", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stanchion-webhooks-"));
  vi.stubEnv("OUTBOX_DIRECTORY", folder);
  await addTestMember(context, "developer", "Dora");
  await addTestMember(context, "operator", "Otto");
  const { id, name } = await createWebhook(context, wish());
  await setWebhookState(context, { endpointId: id, isOn: false });
  expect(await mailTurnedOff()).toBe(0);
  await db().webhookEndpoint.update({ where: { id }, data: { offBecause: "failing" } });
  expect(await Promise.all([mailTurnedOff(), mailTurnedOff()])).toContain(1);
  expect(await mailTurnedOff()).toBe(0);
  const texts = readdirSync(folder)
    .filter((file) => file.endsWith(".txt"))
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .filter((text) => text.includes(id));
  expect(texts).toHaveLength(2);
  expect(texts[0]).toContain(`Stanchion turned off the webhook ${name}.`);
  rmSync(folder, { recursive: true });
});

const expectRefusedInput = (
  input: Parameters<typeof createWebhook>[1],
  field: string,
  message: string,
) =>
  expect(createWebhook(context, input)).rejects.toMatchObject({
    issues: [{ path: [field], message }],
  });

describe("refused", () => {
  test.each(["http://example.com/", "https://10.0.0.1/", "https://localhost/", "ftp://a.example/"])(
    "an address like %s",
    (bad) => expectRefused([createWebhook(context, { ...wish(), url: bad })], "invalid"),
  );

  test("each verb about another customer's webhook", async () => {
    const { id: endpointId } = await createWebhook(context, wish());
    const { id: deliveryId } = await sendTestWebhook(context, { endpointId });
    const other = await createCustomerWithSale();
    const named = { endpointId, deliveryId };
    const attempts = [
      ...[getWebhook(other, { endpointId }), setWebhookState(other, { endpointId, isOn: false })],
      ...[rotateWebhookSecret(other, { endpointId }), listDeliveries(other, { endpointId })],
      ...[getDelivery(other, named), skipDelivery(other, named), replayDelivery(other, named)],
      sendTestWebhook(other, { endpointId }),
    ];
    await expectRefused(attempts, "not_found");
    expect((await getWebhook(context, { endpointId })).isOn).toBe(true);
  });

  test("a name that another webhook has, and never its own", async () => {
    const { id: endpointId, version: seenVersion } = await createWebhook(context, wish());
    await expectRefused([createWebhook(context, wish())], "invalid");
    const other = await createWebhook(context, { ...wish(), name: "Shop" });
    const named = { endpointId: other.id, seenVersion: other.version };
    await expectRefused([updateWebhook(context, { ...wish(), ...named })], "invalid");
    const kept = await updateWebhook(context, { ...wish(), endpointId, seenVersion });
    expect(kept.name).toBe("Back office");
  });

  test("a list of types or events that selects nothing: it would not mean all", async () => {
    await expectRefusedInput({ ...wish(), types: [] }, "types", "Select at least one type.");
    await expectRefusedInput({ ...wish(), eventIds: [] }, "eventIds", "Enter at least one event.");
  });

  test("an event that there is not, and what the caller may not see", async () => {
    await expectRefused([createWebhook(context, { ...wish(), eventIds: ["nowhere"] })], "invalid");
    const blind = { ...context, permissions: new Set(["webhook:write", "event:read"] as const) };
    await expectRefused([createWebhook(blind, wish())], "forbidden");
    await expectRefused(
      [createWebhook(blind, { ...wish(), types: ["secret.staged"] })],
      "forbidden",
    );
    await createWebhook(blind, { ...wish(), types: ["event.opened"] });
    const operator = await addTestMember(context, "operator", "Ben");
    await expectRefused([createWebhook(operator, wish())], "forbidden");
  });
});
