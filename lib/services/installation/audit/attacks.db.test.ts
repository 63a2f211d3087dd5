import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { readAuditAlarms } from "@/lib/line/commands/audit-anchors";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { newId } from "@/lib/platform/ids";
import { readAuditKey } from "@/lib/services/ground/audit-key";
import { makeBound } from "@/lib/services/ground/audit-proof";
import type { ServiceContext } from "@/lib/services/ground/context";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { createTestCustomer } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { acceptHeads, anchorHeads, readHeads } from "./anchor-heads";
import { checkAgainst, checkAudit, checkCustomer, getAuditHead } from "./head";
import { linkAudit } from "./link-entries";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

let context: ServiceContext;
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "stanchion-anchors-"));
  vi.stubEnv("AUDIT_ANCHOR_FILE", "");
  await redis.flushdb();
  context = await createTestCustomer();
  await write(6);
  await linkAll();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(directory, { recursive: true, force: true });
});

async function write(count: number, by = context): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await db().$transaction((tx) =>
      recordAudit(tx, by, {
        ...{ verb: "event.pause", subject: "evt_1", summary: `paused Sale, time ${index}` },
        details: { index },
      }),
    );
  }
}

async function linkAll(): Promise<void> {
  while ((await linkAudit()).links > 0);
}

const sql = (text: string, ...values: readonly unknown[]) =>
  db().$executeRawUnsafe(text, ...values);
const verdict = async () => (await checkAudit(context)).firstBad?.reason ?? null;
const DID_NOT_WRITE = expect.stringContaining("Stanchion did not write it");

/** Deletes every link and the first entry, and makes the rest look as a version without tags wrote it. */
async function beginAnew(): Promise<void> {
  const { id } = context.customer;
  await sql(`DELETE FROM "AuditLink" WHERE "customerId" = $1`, id);
  await sql(
    `DELETE FROM "AuditEntry" WHERE "id" = (
       SELECT "id" FROM "AuditEntry" WHERE "customerId" = $1 ORDER BY "number" LIMIT 1)`,
    id,
  );
  await sql(
    `UPDATE "AuditEntry" SET "seq" = NULL, "tag" = NULL, "salts" = NULL, "digests" = NULL,
       "summary" = 'Ana did nothing' WHERE "customerId" = $1`,
    id,
  );
}

/** Makes all heads and anchors look as old as they are after a night. */
async function sleepAnHour(): Promise<void> {
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ["Date"] });
}
afterEach(() => {
  vi.useRealTimers();
});

describe("whoever can write to Postgres and has no key", () => {
  test("cannot have a log that they rewrote linked anew as that of a version without tags", async () => {
    await beginAnew();
    expect(await verdict()).toEqual(DID_NOT_WRITE);
    await linkAll();
    expect(await verdict()).toEqual(DID_NOT_WRITE);
  });

  test("nor where the bound of that is taken away, and none of its links is left", async () => {
    await beginAnew();
    await sql(`UPDATE "AuditKey" SET "bound" = NULL`);
    await linkAll();
    expect(await verdict()).toEqual(DID_NOT_WRITE);
    expect((await db().auditKey.findFirstOrThrow()).bound).toMatch(/^never /);
  });

  test("nor with a bound of their own", async () => {
    const before = (await db().auditKey.findFirstOrThrow()).bound ?? "";
    await beginAnew();
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await sql(`UPDATE "AuditKey" SET "bound" = $1`, `${later} ${before.split(" ")[1]}`);
    await linkAll();
    expect(await verdict()).toBe("the bound for entries without a tag was changed");
    await sql(`UPDATE "AuditKey" SET "bound" = $1`, before);
    expect(await verdict()).toEqual(DID_NOT_WRITE);
  });

  test("nor behind a first link that says more than the bound, as a version before would make it", async () => {
    const key = await readAuditKey(db());
    if (key === null) throw new Error("There is no audit key.");
    const { id } = context.customer;
    const past = new Date(Date.now() - 1_000).toISOString();
    const future = new Date(Date.now() + 3_600_000).toISOString();
    await beginAnew();
    const bound = (until: string) =>
      sql(`UPDATE "AuditKey" SET "bound" = $1`, makeBound(key, until));
    // While it is open the worker takes them, as after an upgrade.
    await bound(future);
    await linkAll();
    expect(await verdict()).toBeNull();
    await bound(past);
    expect(await verdict()).toEqual(DID_NOT_WRITE);
    await sql(`UPDATE "AuditKey" SET "bound" = $1`, makeBound(key, null));
    expect(await db().auditLink.count({ where: { customerId: id } })).toBe(6);
  });

  test("nor as a customer that is made later", async () => {
    const made = await createTestCustomer();
    await sql(
      `INSERT INTO "AuditEntry" ("id", "customerId", "actorType", "actorId", "actorName", "verb", "subject", "summary", "details")
       VALUES ($1, $2, 'user', 'usr_1', 'Ana', 'event.pause', 'evt_1', 'Ana paused Sale', '{}')`,
      newId("auditEntry"),
      made.customer.id,
    );
    expect((await checkAudit(made)).firstBad?.reason).toEqual(DID_NOT_WRITE);
    await linkAll();
    expect((await checkAudit(made)).firstBad?.reason).toEqual(DID_NOT_WRITE);
  });

  test("cannot have another audit key made without a contradicted anchor", async () => {
    await anchorHeads(redis);
    const held = await db().auditKey.findFirstOrThrow();
    await beginAnew();
    await sql(`DELETE FROM "AuditKey"`);
    // A worker that was started anew has not the former key in its memory, and makes another.
    vi.resetModules();
    const anew = await import("./link-entries");
    while ((await anew.linkAudit()).links > 0);
    expect((await db().auditKey.findFirstOrThrow()).sealed).not.toBe(held.sealed);
    const alone = await checkCustomer(context.customer, { withTags: true });
    expect(alone.firstBad).toBeNull();
    expect(await verdict()).toMatch(/anchor/);
    expect((await anchorHeads(redis)).contradicted).toHaveLength(1);
    expect((await getAuditHead(context)).warning).toContain("contradicted an anchor");
    await sql(`DELETE FROM "AuditKey"`);
    await db().auditKey.create({ data: held });
    await readAuditKey(db());
  });

  test("cannot cut off what was anchored, whichever check looks, and what comes after does not hide it", async () => {
    await anchorHeads(redis);
    const { id, wireId } = context.customer;
    await sql(`DELETE FROM "AuditEntry" WHERE "customerId" = $1 AND "seq" > 5`, id);
    await sql(`DELETE FROM "AuditLink" WHERE "customerId" = $1 AND "seq" > 5`, id);
    expect(await verdict()).toMatch(/^the end is missing/);
    expect((await anchorHeads(redis)).contradicted).toHaveLength(1);
    await write(4);
    await linkAll();
    expect(await verdict()).toMatch(/^link 7 is not the one of the anchor/);
    expect((await readAuditAlarms(redis)).has(wireId)).toBe(true);
    expect((await getAuditHead(context)).warning).toContain("contradicted an anchor");
  });

  test("cannot restore an older copy of a log", async () => {
    const { id } = context.customer;
    const [links, rows] = [
      await db().auditLink.findMany({ where: { customerId: id } }),
      await db().auditEntry.findMany({ where: { customerId: id } }),
    ];
    await write(3);
    await linkAll();
    await anchorHeads(redis);
    const old = { customerId: id, seq: { gt: links.length } };
    await db().auditLink.deleteMany({ where: old });
    await db().auditEntry.deleteMany({ where: old });
    expect(await db().auditEntry.count({ where: { customerId: id } })).toBe(rows.length);
    expect(await verdict()).toMatch(/^the end is missing/);
  });

  test("cannot have an anchor replaced by taking its link away", async () => {
    await anchorHeads(redis);
    const { id } = context.customer;
    await write(2);
    await linkAll();
    await sql(`DELETE FROM "AuditLink" WHERE "customerId" = $1 AND "seq" <= 7`, id);
    expect((await anchorHeads(redis)).contradicted).toHaveLength(1);
    expect(await verdict()).toBe("links 1 to 7 are missing");
  });

  test("cannot hide a log from its anchor under another customer id", async () => {
    await anchorHeads(redis);
    await sleepAnHour();
    const renamed = `${context.customer.wireId.slice(0, 10)}new`;
    await sql(`UPDATE "Customer" SET "wireId" = $2 WHERE "id" = $1`, context.customer.id, renamed);
    const customer = { ...context.customer, wireId: renamed };
    const check = await checkAudit({ ...context, customer });
    expect(check.warning).toBe("no anchor is kept outside the database");
  });
});

describe("whoever can write to Postgres and to Redis", () => {
  test("is found by the anchors of the file, and by those that somebody kept", async () => {
    vi.stubEnv("AUDIT_ANCHOR_FILE", path.join(directory, "anchors"));
    await anchorHeads(redis);
    const kept = await readHeads(context.customer.id);
    const { id } = context.customer;
    await sql(`DELETE FROM "AuditEntry" WHERE "customerId" = $1 AND "seq" > 5`, id);
    await sql(`DELETE FROM "AuditLink" WHERE "customerId" = $1 AND "seq" > 5`, id);
    await redis.flushdb();
    expect(await verdict()).toMatch(/^the end is missing/);
    expect((await anchorHeads(redis)).contradicted).toHaveLength(1);
    vi.stubEnv("AUDIT_ANCHOR_FILE", "");
    const check = await checkAgainst(null, context.customer, { withTags: true, kept });
    expect(check.firstBad?.reason).toMatch(/^the end is missing/);
  });

  test("cannot take the anchors away without a word: for a day it is said that they were lost", async () => {
    await anchorHeads(redis);
    await redis.flushdb();
    await sleepAnHour();
    expect((await checkAudit(context)).warning).toContain("no anchor is kept");
    expect(await anchorHeads(redis)).toMatchObject({ isLost: true });
    expect((await getAuditHead(context)).warning).toContain("were missing");
    expect(await anchorHeads(redis)).toMatchObject({ isLost: false });
    expect((await checkAudit(context)).warning).toContain("were missing");
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    await anchorHeads(redis);
    expect(await checkAudit(context)).toMatchObject({ firstBad: null, warning: null });
  });
});

describe("a chain that whoever runs the installation has accepted", () => {
  test("is compared with what was anchored since, in Redis and in the file", async () => {
    vi.stubEnv("AUDIT_ANCHOR_FILE", path.join(directory, "anchors"));
    await anchorHeads(redis);
    const { id } = context.customer;
    await sql(`DELETE FROM "AuditEntry" WHERE "customerId" = $1 AND "seq" > 5`, id);
    await sql(`DELETE FROM "AuditLink" WHERE "customerId" = $1 AND "seq" > 5`, id);
    await anchorHeads(redis);
    expect(await acceptHeads(redis, id)).toBe(1);
    expect(await checkAudit(context)).toMatchObject({ firstBad: null, warning: null });
    expect(await anchorHeads(redis)).toMatchObject({ contradicted: [] });
    await sql(`DELETE FROM "AuditEntry" WHERE "customerId" = $1 AND "seq" > 4`, id);
    await sql(`DELETE FROM "AuditLink" WHERE "customerId" = $1 AND "seq" > 4`, id);
    expect(await verdict()).toMatch(/^the end is missing/);
  });
});
