import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { DATA_IN_POSTGRES } from "@/lib/domain/retention/in-postgres";
import { PLAIN_THEME } from "@/lib/domain/theme/theme";
import { eventKeys, publishedKey } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { startEvent } from "@/lib/services/event/control/start";
import { stopEvent } from "@/lib/services/event/control/stop";
import { saveSection } from "@/lib/services/event/draft/save-section";
import { saveMessage } from "@/lib/services/event/saved-message/save";
import { createStaffLink } from "@/lib/services/event/staff-link/create";
import { saveTemplate } from "@/lib/services/event/template/save";
import { createTheme } from "@/lib/services/event/theme/create";
import { uploadAsset } from "@/lib/services/event/theme/upload-asset";
import { installationContext, type ServiceContext } from "@/lib/services/ground/context";
import { linkAudit } from "@/lib/services/installation/audit/link-entries";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { checkpointLines } from "@/lib/services/relay/line/checkpoint";
import { listOpenEvents } from "@/lib/services/relay/line/open-events";
import { removeGoneCustomers } from "@/lib/services/relay/outbox/gone";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { createAddressList } from "@/lib/services/sites/address-list/create";
import { setAwsApi } from "@/lib/services/sites/aws-api/set";
import { setCaptchaKeys } from "@/lib/services/sites/captcha-keys/set";
import { addHost } from "@/lib/services/sites/host/add";
import { publish } from "@/lib/services/sites/publication/publish";
import { addTestApproval } from "@/test/approval";
import { tracesIn } from "@/test/both-stores";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  startedRef,
  startTestEvent,
} from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { makePng } from "@/test/theme-files";
import { deleteCustomer } from "./delete";
import { exportCustomer } from "./export";
import { exportedModels, NOT_EXPORTED } from "./inner/exported-tables";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

const SALE = { eventId: "sale" };
const LATER_MS = Date.now() + 600_000;

let context: ServiceContext;
let installation: ServiceContext;
let eventId: string;
beforeEach(async () => {
  context = await createCustomerWithSale();
  installation = installationContext(context.customer, "admin");
  await startTestEvent(context, SALE);
  await createApiKey(context, { name: "Shop" });
  await addHost(context, { host: "line.shop.example" });
  await createStaffLink(context, { ...SALE, label: "Press" });
  await createAccessCodes(context, {
    ...SALE,
    name: "Fans",
    count: 20,
    use: { kind: "single-use" },
  });
  await makeTheme();
  const contents = { kind: "typed", text: "192.0.2.0/24" } as const;
  await setCaptchaKeys(context, {
    provider: "turnstile",
    siteKey: "0x4AAA-site-key",
    secret: "s3cret-of-a-vendor",
  });
  await setAwsApi(context, { isOn: true });
  await createAddressList(context, { key: "office", name: "Office", contents });
  await saveTemplate(context, { ...SALE, name: "Tickets" });
  await saveMessage(context, { name: "Delay", texts: { en: "Ten minutes more." } });
  const seen = { lineLimit: null };
  await saveSection(context, { ...SALE, section: "admission", seen, lineLimit: 900 });
  await addTestApproval(context);
  await publish(context);
  eventId = (await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } })).id;
  await relayOutbox(redis);
  await reconcileEvent(redis, eventId);
  await checkpointLines(redis, await listOpenEvents());
});

async function makeTheme(): Promise<void> {
  const base64 = makePng(4, 4).toString("base64");
  const { hash } = await uploadAsset(context, { kind: "logo", base64 });
  const settings = { ...PLAIN_THEME, logo: { light: hash, dark: null } };
  await createTheme(context, { key: "spring", name: "Spring", settings });
}

async function admit(count: number): Promise<void> {
  const { id } = await db().run.findFirstOrThrow({ where: { eventId } });
  await db().$executeRaw`
    INSERT INTO "Admission" ("runId", "queueNumber", "queueId", "redirectType", "admittedAt")
    SELECT ${id}, n, ${context.customer.wireId}::text || '-' || n, 'queue', now() - n % 7 * interval '1 millisecond'
    FROM generate_series(1, ${count}::int) AS n`;
}

/** Figures of so many hours. */
async function count(hours: number): Promise<void> {
  const { id } = await db().run.findFirstOrThrow({ where: { eventId } });
  await db().$executeRaw`
    INSERT INTO "HourFigure" ("runId", "lane", "hour", "part", "kind", "counts")
    SELECT ${id}, n % 2, 490000 + n, 0, 'joined', ARRAY[n]
    FROM generate_series(1, ${hours}::int) AS n`;
}

/** The lines of an export, and its manifest. */
async function exportAll() {
  const lines: string[] = [];
  const manifest = await exportCustomer(redis, installation, {
    write: async (line) => void lines.push(line),
    complete: async () => undefined,
  });
  return { lines, manifest };
}

describe("an export", () => {
  test("has everything once, no secret, and a manifest that proves it whole", async () => {
    await admit(9_000);
    await count(5_000);
    const keys = eventKeys(startedRef(context));
    await redis.xadd(
      keys.admissions,
      "*",
      ...["r", "1", "v", "0", "t", "queue", "a", String(Date.now()), "m", "9001:0:fresh;", "l", ""],
    );
    await linkAudit();
    const { lines, manifest } = await exportAll();
    const rows = lines.map((line) => JSON.parse(line) as { table: string; row: object });
    const text = lines.join("");
    // Those of the test, and what the line itself has counted.
    const figures = await db().hourFigure.count({ where: { run: { eventId } } });
    expect(figures).toBeGreaterThanOrEqual(5_000);
    const exported = lines.filter((line) => line.startsWith('{"table":"HourFigure"'));
    expect(new Set(exported).size).toBe(figures);
    expect(manifest).toMatchObject({
      customerId: context.customer.wireId,
      bytes: Buffer.byteLength(text),
      sha256: createHash("sha256").update(text).digest("hex"),
      rows: {
        Customer: 1,
        User: 1,
        Event: 1,
        Run: 1,
        Admission: 9_001,
        HourFigure: figures,
        StaffLink: 1,
      },
    });
    const queueIds = rows.flatMap(({ table, row }) =>
      table === "Admission" && "queueId" in row ? [row.queueId] : [],
    );
    expect(new Set(queueIds).size).toBe(9_001);
    expect(queueIds).toContain("fresh");
    const links = rows.flatMap(({ table, row }) =>
      table === "AuditLink" && "seq" in row ? [row.seq] : [],
    );
    expect(links.length).toBeGreaterThan(9);
    expect(links).toEqual(links.map((_, index) => index + 1));
    const secret = await db().secret.findFirstOrThrow({
      where: { customerId: context.customer.id },
    });
    const apiKey = await db().apiKey.findFirstOrThrow({
      where: { customerId: context.customer.id },
    });
    for (const hidden of [secret.sealed, apiKey.hash]) expect(text).not.toContain(hidden);
    for (const { table, row } of rows) {
      const { secret: hidden = [] }: { secret?: readonly string[]; plain: unknown } =
        DATA_IN_POSTGRES[table as keyof typeof DATA_IN_POSTGRES];
      expect(Object.keys(row).filter((column) => hidden.includes(column))).toEqual([]);
    }
    expect((await auditSentences(context)).at(-1)).toBe(
      "The installation exported all data of Test Tickets",
    );
  });

  test("has rows of each table that it is said to have, and nothing of another customer", async () => {
    const other = await createCustomerWithSale();
    await linkAudit();
    const { lines } = await exportAll();
    const tables = new Set(lines.map((line) => JSON.parse(line).table));
    // Of these this customer has nothing.
    const none = ["Rule", "Draw", "ConfigPush", "Invitation", "HourFigure", "AuditErasure"];
    const more = [
      "IdentityProvider",
      "PublishedReport",
      "Rehearsal",
      "Threshold",
      "WebhookEndpoint",
      "AlertChannel",
      "AlertRule",
      "RunReport",
      "UserIdentity",
    ];
    for (const table of [...none, ...more]) tables.add(table);
    expect([...tables, ...NOT_EXPORTED.keys()].sort()).toEqual(
      [...Object.keys(DATA_IN_POSTGRES).filter((model) => model !== "Admission")].sort(),
    );
    expect(exportedModels()).toContain("Admission");
    for (const id of [other.customer.id, other.actor.id]) expect(lines.join()).not.toContain(id);
  });

  test("is for whoever runs the installation", async () => {
    const nowhere = { write: async () => undefined, complete: async () => undefined };
    await expect(exportCustomer(redis, context, nowhere)).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

describe("a deletion", () => {
  const remove = (input = {}) => deleteCustomer(redis, installation, input, 0);

  test("is refused while an event is open, and until all that happened is exported", async () => {
    await expect(remove({ withoutExport: true })).rejects.toMatchObject({
      code: "precondition_failed",
      message: expect.stringContaining("sale"),
    });
    await exportAll();
    await stopEvent(context, SALE);
    await expect(remove()).rejects.toMatchObject({
      message: expect.stringContaining("has had open events since its last export"),
    });
    await exportAll();
    expect(await remove()).toMatchObject({ customerId: context.customer.wireId });
  });

  test("is refused where an export was not stored whole, whenever that failed", async () => {
    await stopEvent(context, SALE);
    const full = async () => {
      throw new Error("ENOSPC");
    };
    const kept = async () => undefined;
    for (const target of [
      { write: full, complete: kept },
      { write: kept, complete: full },
    ]) {
      await expect(exportCustomer(redis, installation, target)).rejects.toThrow("ENOSPC");
      await expect(remove()).rejects.toMatchObject({
        message: expect.stringContaining("has not been exported"),
      });
    }
    expect((await auditSentences(context)).join()).not.toContain("exported all data");
  });

  test("leaves nothing of the customer in either store, and all of others", async () => {
    const other = await createCustomerWithSale();
    const both = await addTestMember(other, "viewer", "Bo");
    await db().membership.create({
      data: {
        id: `mem_${crypto.randomUUID()}`,
        userId: both.actor.id,
        customerId: context.customer.id,
        role: "viewer",
      },
    });
    await relayOutbox(redis);
    await admit(12_000);
    await count(6_000);
    await stopEvent(context, SALE);
    await relayOutbox(redis);
    const traces = [context.customer.id, context.customer.wireId, context.actor.id, eventId];
    expect(await tracesIn(redis, traces)).toEqual(traces);
    expect((await remove({ withoutExport: true })).redisKeys).toBeGreaterThan(10);
    // A round of the governor that had begun before.
    await redis.hset(publishedKey(context.customer.wireId), "governor:sale", "{}");
    await removeGoneCustomers(redis, LATER_MS);
    expect(await tracesIn(redis, traces)).toEqual([]);
    const kept = [other.customer.id, other.customer.wireId, both.actor.id];
    expect(await tracesIn(redis, kept)).toEqual(kept);
    expect(await redis.exists(publishedKey(other.customer.wireId))).toBe(1);
  });

  test("that was killed in the middle lets nobody open anything, and goes on", async () => {
    await stopEvent(context, SALE);
    await db().customer.update({
      where: { id: context.customer.id },
      data: { deletingAt: new Date(), suspension: "hold" },
    });
    await expect(startEvent(context, SALE)).rejects.toMatchObject({ code: "customer_suspended" });
    expect(await remove()).toMatchObject({ customerId: context.customer.wireId });
    expect(await db().customer.count({ where: { id: context.customer.id } })).toBe(0);
  });

  test("whose process died before Redis was cleared is finished by the worker", async () => {
    await stopEvent(context, SALE);
    await remove({ withoutExport: true });
    const { wireId } = context.customer;
    await redis.hset(publishedKey(wireId), "version", "1");
    await removeGoneCustomers(redis);
    expect(await redis.keys(`wr:{${wireId}*`)).toEqual([]);
    await removeGoneCustomers(redis, LATER_MS);
    expect(await db().outboxEntry.count({ where: { subjectId: wireId } })).toBe(0);
  });

  test("is for whoever runs the installation", async () => {
    await expect(deleteCustomer(redis, context, {})).rejects.toMatchObject({ code: "forbidden" });
  });
});
