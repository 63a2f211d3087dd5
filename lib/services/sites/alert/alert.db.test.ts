import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { resumeEvent } from "@/lib/services/event/control/resume";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import type { ServiceContext } from "@/lib/services/ground/context";
import { addTestMember, createCustomerWithSale, startTestEvent } from "@/test/customer";
import { startMailServer } from "@/test/mail-server";
import { expectRefused } from "@/test/refusals";
import { WebhookReceiver } from "@/test/webhook-receiver";
import { createAlertChannel } from "./create-channel";
import { createAlertRule } from "./create-rule";
import { deleteAlertChannel } from "./delete-channel";
import { deleteAlertRule } from "./delete-rule";
import { claimNotices } from "./deliveries";
import { getAlertChannel } from "./get-channel";
import { getAlertRule } from "./get-rule";
import { listAlerts } from "./list-alerts";
import { previewAlert } from "./preview";
import { sendNotice } from "./send";
import { setAlertRuleState } from "./set-rule-state";
import { testAlertChannel } from "./test-channel";
import { testAlertRule } from "./test-rule";
import { updateAlertChannel } from "./update-channel";
import { updateAlertRule } from "./update-rule";
import { watchAlerts } from "./watch";

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
  await db().alertChannel.deleteMany({ where: { customerId: context.customer.id } });
  await db().alertRule.deleteMany({ where: { customerId: context.customer.id } });
});
afterAll(disconnectDb);

const MINUTE_MS = 60_000;
const SALE = { eventId: "sale" } as const;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);
const slack = () => createAlertChannel(context, { name: "Slack", kind: "slack", secret: url });
const rule = async (more: Partial<Parameters<typeof createAlertRule>[1]> = {}) => {
  const { id: channelId } = await slack();
  const wish = { name: "Paused", types: ["event.paused" as const], channelIds: [channelId] };
  return { channelId, ...(await createAlertRule(context, { ...wish, ...more })) };
};

/** Everything that a worker does about alerts, as if it were then. */
async function work(now = new Date()): Promise<void> {
  while ((await watchAlerts(now)) > 0);
  for (;;) {
    const claimed = await claimNotices(20);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((one) => sendNotice(one)));
  }
}

const texts = () => receiver.received.map(({ body }) => body["text"]);
const passTime = (channelId: string) =>
  db().alertDelivery.updateMany({
    where: { channelId },
    data: { nextAttemptAt: new Date(Date.now() - 1_000) },
  });

describe("a rule", () => {
  test("tells its channel once when it happens, and once when it is over", async () => {
    const { id, channelId } = await rule();
    await startTestEvent(context, SALE);
    await pauseEvent(context, SALE);
    await work();
    await work();
    const { items: open } = await listAlerts(context, { state: "open" });
    expect(open).toMatchObject([{ alertRuleId: id, state: "open", eventId: "sale", count: 1 }]);
    await resumeEvent(context, SALE);
    await work();
    expect(texts()).toEqual(["Event paused – Sale", "Resolved: Event paused – Sale"]);
    expect((await listAlerts(context, { state: "open" })).items).toEqual([]);
    expect((await listAlerts(context)).items).toMatchObject([{ state: "resolved" }]);
    const { lastNotice } = await getAlertChannel(context, { channelId });
    expect(lastNotice).toMatchObject({ state: "delivered", problem: null, isTest: false });
  });

  test("that waits tells only of what lasts", async () => {
    await rule({ afterMinutes: 15 });
    await startTestEvent(context, SALE);
    await pauseEvent(context, SALE);
    await work();
    expect((await listAlerts(context)).items).toMatchObject([{ state: "waiting" }]);
    await resumeEvent(context, SALE);
    await work(inMinutes(20));
    expect([texts(), (await listAlerts(context)).items]).toEqual([[], []]);
    await pauseEvent(context, SALE);
    await work();
    await work(inMinutes(16));
    expect(texts()).toEqual(["Event paused – Sale"]);
  });

  test("tells happenings that come close together in one notice", async () => {
    await rule({ types: ["event.outflow_changed"], groupMinutes: 10 });
    await startTestEvent(context, SALE);
    for (const outflowPerMinute of [100, 200, 300]) {
      await setOutflow(context, { ...SALE, outflowPerMinute });
      await work();
    }
    await work(inMinutes(11));
    expect(texts()).toEqual(["Outflow changed – Sale", "Outflow changed – Sale (2 times)"]);
    await work(inMinutes(30));
    expect((await listAlerts(context)).items).toMatchObject([{ state: "notified", count: 3 }]);
  });

  test("watches its types and events only, and nothing of before it was there or on", async () => {
    await startTestEvent(context, SALE);
    await pauseEvent(context, SALE);
    const { id } = await rule();
    await work();
    await setAlertRuleState(context, { alertRuleId: id, isOn: false });
    await resumeEvent(context, SALE);
    await pauseEvent(context, SALE);
    await work();
    await setAlertRuleState(context, { alertRuleId: id, isOn: true });
    await work();
    expect(texts()).toEqual([]);
  });

  test("that is turned off, changed or deleted leaves nothing open at its receivers", async () => {
    const { id, channelId, version, name } = await rule();
    await startTestEvent(context, SALE);
    const again = async () => {
      await resumeEvent(context, SALE);
      await pauseEvent(context, SALE);
      await work();
    };
    await pauseEvent(context, SALE);
    await work();
    await setAlertRuleState(context, { alertRuleId: id, isOn: false });
    await work();
    await setAlertRuleState(context, { alertRuleId: id, isOn: true });
    await again();
    const wish = { name, types: ["event.sold_out" as const], channelIds: [channelId] };
    await updateAlertRule(context, { alertRuleId: id, seenVersion: version + 2, ...wish });
    await work();
    await updateAlertRule(context, {
      ...{ alertRuleId: id, seenVersion: version + 3, ...wish, types: ["event.paused"] },
    });
    await again();
    await deleteAlertRule(context, { alertRuleId: id });
    await work();
    const pair = ["Event paused – Sale", "Resolved: Event paused – Sale"];
    expect(texts()).toEqual([...pair, ...pair, ...pair]);
    expect((await listAlerts(context)).items).toEqual([]);
  });

  test("survives a second worker at the same time: each notice goes out once", async () => {
    await rule();
    await startTestEvent(context, SALE);
    await pauseEvent(context, SALE);
    await Promise.all([watchAlerts(), watchAlerts(), watchAlerts()]);
    await Promise.all([work(), work()]);
    expect(texts()).toEqual(["Event paused – Sale"]);
  });
});

describe("a channel", () => {
  test("that fails is tried again, in order, and says why; another is not held up", async () => {
    const { id, channelId, ...wish } = await rule();
    const well = new WebhookReceiver();
    const secret = await well.start();
    const other = await createAlertChannel(context, { name: "Other", kind: "teams", secret });
    await updateAlertRule(context, {
      ...{ alertRuleId: id, seenVersion: wish.version, name: wish.name, types: ["event.paused"] },
      channelIds: [channelId, other.id],
    });
    receiver.answer = (response) => response.writeHead(500).end();
    await startTestEvent(context, SALE);
    await pauseEvent(context, SALE);
    await work();
    await resumeEvent(context, SALE);
    await work();
    expect(texts()).toEqual(["Event paused – Sale"]);
    expect(well.received).toHaveLength(2);
    receiver.answer = (response) => response.writeHead(200).end("ok");
    await passTime(channelId);
    await work();
    expect(texts().slice(1)).toEqual(["Event paused – Sale", "Resolved: Event paused – Sale"]);
    well.stop();
  });

  test("is given up after a day", async () => {
    const { channelId } = await rule();
    receiver.answer = (response) => response.writeHead(500).end();
    await startTestEvent(context, SALE);
    await pauseEvent(context, SALE);
    await work();
    await db().alertDelivery.updateMany({
      where: { channelId },
      data: { createdAt: inMinutes(-24 * 60) },
    });
    await passTime(channelId);
    await work();
    const { lastNotice } = await getAlertChannel(context, { channelId });
    expect(lastNotice).toMatchObject({ state: "failed", problem: "The channel returned 500." });
  });

  test("gets a test once, also where it fails, and what it opens there is closed", async () => {
    const { id, channelId } = await rule();
    receiver.answer = (response) => response.writeHead(404).end();
    await testAlertChannel(context, { channelId });
    await work();
    await passTime(channelId);
    await work();
    await testAlertRule(context, { alertRuleId: id });
    await work();
    expect(texts()).toEqual(Array(2).fill("Test: Event paused – Spring Sale"));
    const { lastNotice } = await getAlertChannel(context, { channelId });
    expect(lastNotice).toMatchObject({ state: "failed", isTest: true });

    receiver.answer = (response) => response.writeHead(202).end();
    const origin = new URL(url).origin;
    const services = { pagerduty: { us: "", eu: origin }, opsgenie: { us: origin, eu: "" } };
    const key = "0123456789abcdef0123456789abcdef";
    for (const more of [
      { kind: "pagerduty", region: "eu" } as const,
      { kind: "opsgenie" } as const,
    ]) {
      const made = await createAlertChannel(context, { name: more.kind, secret: key, ...more });
      expect(made.hint).toBe("…cdef");
      await testAlertChannel(context, { channelId: made.id });
      for (let round = 0; round < 2; round += 1)
        for (const claimed of await claimNotices(20)) await sendNotice(claimed, services);
    }
    const sent = receiver.received.slice(2);
    expect(
      sent.map(({ body }) => body["event_action"] ?? body["note"] ?? body["priority"]),
    ).toEqual(["trigger", "resolve", "P5", "Event resumed at Spring Sale."]);
    expect(sent[2]?.headers.authorization).toBe(`GenieKey ${key}`);
  });

  test("of e-mails reaches members by their role, and addresses", async () => {
    const folder = mkdtempSync(join(tmpdir(), "stanchion-alerts-"));
    vi.stubEnv("OUTBOX_DIRECTORY", folder);
    const dora = await addTestMember(context, "developer", "Dora");
    const { email } = await db().user.findUniqueOrThrow({ where: { id: dora.actor.id } });
    const { id: channelId } = await createAlertChannel(context, {
      ...{ name: "Mail", kind: "email", roles: ["developer"], addresses: ["Desk@example.com"] },
    });
    await rule({ channelIds: [channelId] });
    await startTestEvent(context, SALE);
    await pauseEvent(context, SALE);
    await work();
    const mails = readdirSync(folder)
      .filter((file) => file.endsWith(".txt"))
      .map((file) => readFileSync(join(folder, file), "utf8"));
    expect(mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]).sort()).toEqual(
      [email, "desk@example.com"].sort(),
    );
    expect(mails[0]).toContain("Subject: Event paused – Sale");
    expect(mails[0]).toContain(`${context.actor.name} paused Sale.`);
    rmSync(folder, { recursive: true });
  });

  test("of e-mails is held up by no address that is refused", async () => {
    const { url: smtpUrl, received, stop } = await startMailServer();
    vi.stubEnv("SMTP_URL", smtpUrl);
    const { id: channelId, version } = await createAlertChannel(context, {
      ...{ name: "Mail", kind: "email", addresses: ["refused@example.com", "desk@example.com"] },
    });
    await rule({ channelIds: [channelId] });
    await startTestEvent(context, SALE);
    await pauseEvent(context, SALE);
    await work();
    await resumeEvent(context, SALE);
    await work();
    const to = (address: string) => received.filter((line) => line === `RCPT TO:<${address}>`);
    expect([to("desk@example.com"), to("refused@example.com")]).toMatchObject([
      ...[{ length: 2 }, { length: 1 }],
    ]);
    const problem = "The mail server refused the message (550).";
    expect(
      await db().alertDelivery.findMany({ where: { channelId, NOT: { problem: null } } }),
    ).toMatchObject([{ problem, state: "pending", address: "refused@example.com" }]);
    await passTime(channelId);
    await work();
    expect([to("desk@example.com").length, to("refused@example.com").length]).toEqual([2, 2]);

    const addresses = ["desk@example.com"];
    await updateAlertChannel(context, { channelId, seenVersion: version, name: "Mail", addresses });
    await passTime(channelId);
    await work();
    expect(to("refused@example.com")).toHaveLength(2);
    expect(await db().alertDelivery.count({ where: { channelId, state: "pending" } })).toBe(0);
    await stop();
  });

  test("shows of a notice to several an address that it did not reach", async () => {
    const { url: smtpUrl, stop } = await startMailServer();
    vi.stubEnv("SMTP_URL", smtpUrl);
    const { id: channelId } = await createAlertChannel(context, {
      ...{ name: "Mail", kind: "email", addresses: ["refused@example.com", "desk@example.com"] },
    });
    await testAlertChannel(context, { channelId });
    await work();
    expect((await getAlertChannel(context, { channelId })).lastNotice).toMatchObject({
      ...{ state: "failed", problem: "The mail server refused the message (550)." },
    });
    await stop();
  });

  test("keeps its URL sealed: nobody is shown it, and a change without one keeps it", async () => {
    const { id: channelId, version } = await slack();
    const renamed = { channelId, name: "Renamed", seenVersion: version };
    const after = await updateAlertChannel(context, renamed);
    expect(after).toMatchObject({ name: "Renamed", hint: new URL(url).host });
    await expectRefused([updateAlertChannel(context, renamed)], "conflict");
    await testAlertChannel(context, { channelId });
    await work();
    expect(receiver.received).toHaveLength(1);
    const shown = JSON.stringify(
      [
        after,
        await db().auditEntry.findMany({ where: { customerId: context.customer.id } }),
        await db().alertChannel.findMany({ where: { id: channelId } }),
        await previewAlert(context, {
          ...{ name: "Paused", types: ["event.paused"], channelIds: [channelId] },
        }),
      ],
      (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value),
    );
    expect(shown).not.toContain("/hook");
  });

  test("is tested only so often an hour", async () => {
    const { id: channelId } = await slack();
    for (let test = 0; test < 30; test += 1) await testAlertChannel(context, { channelId });
    await expectRefused([testAlertChannel(context, { channelId })], "limit_exceeded");
  });

  test("leaves in the audit log where it sends, but no address and no secret", async () => {
    const addresses = ["desk@example.com", "duty@example.com", "noc@example.net"];
    const mail = await createAlertChannel(context, { name: "Mail", kind: "email", addresses });
    const chat = await slack();
    const change = { seenVersion: 1 };
    await updateAlertChannel(context, {
      ...{ ...change, name: "Mails", channelId: mail.id, addresses: addresses.slice(2) },
    });
    await updateAlertChannel(context, {
      ...{ ...change, name: "Chat", channelId: chat.id, secret: url },
    });
    const entries = await db().auditEntry.findMany({
      where: { customerId: context.customer.id, verb: { startsWith: "alert." } },
      orderBy: { number: "asc" },
    });
    const domains = { addresses: 3, addressDomains: ["example.com", "example.net"] };
    expect(entries.map(({ details }) => details)).toMatchObject([
      ...[domains, {}],
      { before: domains, after: { addresses: 1, addressDomains: ["example.net"] } },
      { after: { region: "us" }, secretChanged: true },
    ]);
    expect(entries[2]?.details).not.toHaveProperty("secretChanged");
    expect(JSON.stringify(entries.map(({ details }) => details))).not.toContain("duty");
  });

  test("that is deleted leaves its rules, and what waits for it is not sent", async () => {
    const { id, channelId } = await rule();
    await startTestEvent(context, SALE);
    await pauseEvent(context, SALE);
    await watchAlerts();
    await deleteAlertChannel(context, { channelId });
    await resumeEvent(context, SALE);
    await work();
    expect(texts()).toEqual([]);
    expect((await getAlertRule(context, { alertRuleId: id })).channelIds).toEqual([]);
    await expectRefused([testAlertRule(context, { alertRuleId: id })], "precondition_failed");
  });
});

test("a preview shows what each channel would get, before the rule is stored", async () => {
  const channels = [
    await slack(),
    await createAlertChannel(context, { name: "Mail", kind: "email", roles: ["owner"] }),
  ];
  const wish = { name: "Quiet", channelIds: channels.map(({ id }) => id) };
  const { previews } = await previewAlert(context, { ...wish, types: ["event.paused"] });
  expect(previews.map(({ name }) => name)).toEqual(["Slack", "Mail"]);
  expect(previews[1]?.opened).toContain("Subject: Event paused – Spring Sale");
  expect(previews[1]?.resolved).toContain("Subject: Resolved: Event paused – Spring Sale");
  const {
    previews: [brief],
  } = await previewAlert(context, { ...wish, types: ["rules.published"] });
  expect(brief?.resolved).toBeNull();
});

describe("refused", () => {
  const wish = { name: "Paused", types: ["event.paused" as const] };

  test.each([
    [{ kind: "slack", secret: "http://example.com/" }, "secret"],
    [{ kind: "teams", secret: "https://10.0.0.1/" }, "secret"],
    [{ kind: "slack" }, "secret"],
    [{ kind: "pagerduty", secret: "short" }, "secret"],
    [{ kind: "email" }, "addresses"],
  ] as const)("a channel %j", async (target, field) => {
    const creating = createAlertChannel(context, { name: "Bad", ...target });
    await expect(creating).rejects.toMatchObject({
      code: "invalid",
      fields: { [field]: expect.any(String) },
    });
  });

  test.each([
    [{ types: ["event.message_changed"], afterMinutes: 5 }, "afterMinutes"],
    [{ quietFrom: "22:00" }, "quietUntil"],
    [{ quietFrom: "22:00", quietUntil: "22:00" }, "quietUntil"],
    [{ eventIds: ["nowhere"] }, "eventIds"],
    [{ channelIds: ["alc_nowhere"] }, "channelIds"],
  ] as const)("a rule %j", async (more, field) => {
    const { id } = await slack();
    const { types = wish.types, ...rest } = { channelIds: [id], ...more } as Partial<
      typeof wish
    > & {
      channelIds: string[];
    };
    const creating = createAlertRule(context, { ...wish, ...rest, types });
    await expect(creating).rejects.toMatchObject({
      code: "invalid",
      fields: { [field]: expect.any(String) },
    });
  });

  test("a name that another channel or rule has, and no other", async () => {
    const { id: alertRuleId, channelId } = await rule();
    const mail = { kind: "email" as const, roles: ["owner" as const] };
    const { name } = await getAlertChannel(context, { channelId });
    const second = await createAlertChannel(context, { ...mail, name: "Second" });
    const rename = { channelId: second.id, seenVersion: 1, roles: mail.roles };
    const channelIds = [channelId];
    await expectRefused(
      [
        createAlertChannel(context, { ...mail, name }),
        updateAlertChannel(context, { ...rename, name }),
        createAlertRule(context, { ...wish, channelIds }),
      ],
      "invalid",
    );
    await updateAlertChannel(context, { ...rename, name: "Second" });
    const own = { alertRuleId, seenVersion: 1, channelIds };
    await updateAlertRule(context, { ...wish, ...own });
    const other = await createAlertRule(context, { ...wish, channelIds, name: "Other" });
    const taken = { ...wish, ...own, alertRuleId: other.id };
    await expectRefused([updateAlertRule(context, taken)], "invalid");
  });

  test("what the caller may not see, and what another customer has", async () => {
    const { id: alertRuleId, channelId } = await rule();
    const blind = { ...context, permissions: new Set(["alert:write", "event:read"] as const) };
    const channelIds = [channelId];
    await expectRefused(
      [createAlertRule(blind, { ...wish, types: ["secret.staged"], channelIds })],
      "forbidden",
    );
    const other = await createCustomerWithSale();
    await expectRefused([createAlertRule(other, { ...wish, channelIds })], "invalid");
    await expectRefused(
      [
        ...[getAlertRule(other, { alertRuleId }), getAlertChannel(other, { channelId })],
        ...[testAlertRule(other, { alertRuleId }), testAlertChannel(other, { channelId })],
        ...[deleteAlertRule(other, { alertRuleId }), deleteAlertChannel(other, { channelId })],
        setAlertRuleState(other, { alertRuleId, isOn: false }),
      ],
      "not_found",
    );
  });
});
