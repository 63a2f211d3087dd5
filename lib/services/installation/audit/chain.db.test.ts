import { randomBytes } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { readAnchors, writeAnchor } from "@/lib/domain/audit/chain";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { newId } from "@/lib/platform/ids";
import { readAuditKey } from "@/lib/services/ground/audit-key";
import { makeBound } from "@/lib/services/ground/audit-proof";
import type { ServiceContext } from "@/lib/services/ground/context";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { rotateKeys } from "@/lib/services/installation/keys/rotate";
import { eraseEmail } from "@/lib/services/installation/retention/erase-email";
import { createInvitation } from "@/lib/services/people/invitation/create";
import { addTestMember, createTestCustomer } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { anchorHeads, readHeads } from "./anchor-heads";
import { checkAudit, checkCustomer, getAuditHead } from "./head";
import { linkAudit } from "./link-entries";
import { purgeAudit } from "./purge-audit";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

let context: ServiceContext;
beforeEach(async () => {
  context = await createTestCustomer();
  await write(6);
  await linkAll();
});

async function write(count: number, by = context): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await db().$transaction((tx) =>
      recordAudit(tx, by, {
        verb: "event.pause",
        subject: "evt_1",
        summary: `paused Sale, time ${index}`,
        details: { index, nested: { b: 1, a: [1.5, null, "ä"] } },
      }),
    );
  }
}

async function linkAll(): Promise<void> {
  while ((await linkAudit()).links > 0);
}

const entries = (of = context) =>
  db().auditEntry.findMany({
    where: { customerId: of.customer.id },
    orderBy: { number: "asc" },
  });
const sql = (text: string, ...values: readonly unknown[]) =>
  db().$executeRawUnsafe(text, ...values);
const reasonOf = async (of = context) => (await checkAudit(of)).firstBad?.reason ?? null;
const third = async () => {
  const row = (await entries())[2];
  if (row === undefined) throw new Error("There is no third entry.");
  return row;
};

describe("an audit log that nobody touched", () => {
  test("is whole, and says since when and up to where", async () => {
    const check = await checkAudit(context);
    expect(check).toMatchObject({
      ...{ links: 7, entries: 6, erased: 0, unlinked: 0, tagsChecked: true, firstBad: null },
      head: { seq: 7, customer: context.customer.wireId },
    });
    const head = await getAuditHead(context);
    expect(head).toMatchObject({ head: check.head, since: check.since, waiting: 0 });
    expect(readAnchors(`so: ${head.anchor} end`)).toEqual([check.head]);
  });

  test("is whole while entries wait for their link, and after", async () => {
    await write(3);
    expect(await checkAudit(context)).toMatchObject({ firstBad: null, unlinked: 3 });
    await linkAll();
    expect(await checkAudit(context)).toMatchObject({ firstBad: null, unlinked: 0, entries: 9 });
  });

  test("is checked by anybody who may read it, without a key", async () => {
    const check = await checkCustomer(context.customer, { withTags: false });
    expect(check).toMatchObject({ firstBad: null, tagsChecked: false, entries: 6 });
  });
});

/** Makes this an installation that was upgraded from a version without tags so long ago. */
async function upgradedHoursAgo(hours: number): Promise<void> {
  const key = await readAuditKey(db());
  if (key === null) throw new Error("There is no audit key.");
  const until = new Date(Date.now() + (24 - hours) * 3_600_000).toISOString();
  await db().auditKey.updateMany({ data: { bound: makeBound(key, until) } });
}

afterEach(async () => {
  const key = await readAuditKey(db());
  if (key !== null) await db().auditKey.updateMany({ data: { bound: makeBound(key, null) } });
});

describe("what somebody does in the database", () => {
  test.each([
    ["summary", `"summary" = 'Ana did nothing'`, "its summary is another"],
    ["details", `"details" = '{}'`, "its details is another"],
    ["actor", `"actorName" = 'Ben'`, "its actor is another"],
    ["subject", `"subject" = 'evt_2'`, "its subject is another"],
    ["verb", `"verb" = 'event.stop'`, "its verb was event.pause"],
    ["kind of actor", `"actorType" = 'worker'`, "who acted is of another kind"],
    ["time", `"at" = "at" - interval '1 hour'`, "was moved to another time"],
    ["order", `"number" = 999999999`, "was moved to another place in the order"],
    ["link", `"seq" = 999`, "was moved: it says that it is link 999"],
    ["salt", `"salts" = "salts" - 'summary'`, "nobody erased its summary"],
    ["digest", `"digests" = jsonb_set("digests", '{summary}', '"x"')`, "the digest of its summary"],
    ["tag", `"tag" = 'x'`, "its tag is another"],
  ])("a changed %s is found and named", async (_what, change, reason) => {
    const row = await third();
    await sql(`UPDATE "AuditEntry" SET ${change} WHERE "id" = $1`, row.id);
    const check = await checkCustomer(context.customer, { withTags: false });
    expect(check.firstBad).toMatchObject({
      customer: context.customer.wireId,
      seq: 4,
      entry: row.id,
      reason: expect.stringContaining(reason),
    });
  });

  test("a deleted entry is found, also the last, also with its link", async () => {
    const row = await third();
    await sql(`DELETE FROM "AuditEntry" WHERE "id" = $1`, row.id);
    expect(await reasonOf()).toBe(`entry ${row.id} was deleted`);
    await sql(`DELETE FROM "AuditLink" WHERE "customerId" = $1 AND "seq" = 4`, row.customerId);
    expect(await reasonOf()).toBe("link 4 is missing");
  });

  test("an end that was cut off is found by an anchor from before, and in Redis", async () => {
    await anchorHeads(redis);
    const anchors = await readHeads(context.customer.id);
    const { id } = context.customer;
    await sql(`DELETE FROM "AuditEntry" WHERE "customerId" = $1 AND "seq" > 5`, id);
    await sql(`DELETE FROM "AuditLink" WHERE "customerId" = $1 AND "seq" > 5`, id);
    const alone = await checkCustomer(context.customer, { withTags: true });
    expect(alone.firstBad).toBeNull();
    expect(await reasonOf()).toMatch(/^the end is missing/);
    const check = await checkCustomer(context.customer, { withTags: true, anchors });
    expect(check.firstBad?.reason).toMatch(/^the end is missing: the anchor of .* has link 7/);
    expect((await anchorHeads(redis)).contradicted).toContain(anchors.map(writeAnchor).join());
    // What comes after does not hide it.
    await write(4);
    await linkAll();
    const later = await checkCustomer(context.customer, { withTags: true, anchors });
    expect(later.firstBad?.reason).toMatch(/^link 7 is not the one of the anchor of /);
  });

  test("entries that change places are found", async () => {
    const [one, other] = await entries();
    if (one === undefined || other === undefined) throw new Error("There are too few.");
    await sql(`UPDATE "AuditEntry" SET "seq" = $2 WHERE "id" = $1`, one.id, other.seq);
    await sql(`UPDATE "AuditEntry" SET "seq" = $2 WHERE "id" = $1`, other.id, one.seq);
    expect(await reasonOf()).toContain(`entry ${one.id} was moved`);
  });

  test("an entry that was moved to another customer is found at both", async () => {
    const other = await createTestCustomer();
    await write(1, other);
    await linkAll();
    const row = await third();
    await sql(
      `UPDATE "AuditEntry" SET "customerId" = $2 WHERE "id" = $1`,
      row.id,
      other.customer.id,
    );
    expect(await reasonOf()).toBe(`entry ${row.id} was moved to another customer`);
    expect(await reasonOf(other)).toContain(`entry ${row.id} was inserted or moved`);
    await sql(`UPDATE "AuditEntry" SET "seq" = NULL WHERE "id" = $1`, row.id);
    expect(await reasonOf(other)).toBe(`entry ${row.id} was inserted: Stanchion did not write it`);
  });

  /** What somebody puts into the database who has read how entries look. */
  async function insert(values: { readonly seq: number | null; readonly tag: string | null }) {
    const row = await third();
    const id = newId("auditEntry");
    const { salts, digests, details, number: _number, ...rest } = row;
    await db().auditEntry.create({
      data: {
        ...rest,
        ...values,
        id,
        salts: salts ?? {},
        digests: digests ?? {},
        details: details ?? {},
      },
    });
    return id;
  }

  test("an inserted entry is found while it is newer than the head, and once it is linked", async () => {
    const { tag } = await third();
    const id = await insert({ seq: null, tag });
    expect(await reasonOf()).toBe(`entry ${id} was inserted: Stanchion did not write it`);
    const linked = await linkAudit();
    expect(linked.untagged).toEqual([id]);
    expect(await reasonOf()).toBe(`entry ${id} was inserted: Stanchion did not write it`);
    const withoutKey = await checkCustomer(context.customer, { withTags: false });
    expect(withoutKey.firstBad?.entry).toBe(id);
  });

  test("an inserted entry without a tag, and one that says it is linked, are found", async () => {
    const id = await insert({ seq: 4, tag: null });
    expect(await reasonOf()).toContain(`entry ${id} was inserted or moved`);
    await sql(`UPDATE "AuditEntry" SET "seq" = NULL WHERE "id" = $1`, id);
    expect(await reasonOf()).toBe(`entry ${id} was inserted: Stanchion did not write it`);
  });

  test("an erasure that somebody made up does not cover a change", async () => {
    const row = await third();
    await sql(
      `UPDATE "AuditEntry" SET "summary" = 'x', "salts" = "salts" - 'summary' WHERE "id" = $1`,
      row.id,
    );
    await db().auditErasure.create({
      data: {
        ...{ id: newId("auditErasure"), customerId: row.customerId, at: new Date() },
        ...{ fields: ["summary"], entryIds: [row.id], tag: "made up" },
      },
    });
    expect(await reasonOf()).toContain("nobody erased its summary");
    await linkAll();
    expect(await reasonOf()).toContain("was inserted: Stanchion did not write it");
  });

  test("a link that was changed, and a chain that was made anew, are found", async () => {
    const { id } = context.customer;
    await sql(
      `UPDATE "AuditLink" SET "body" = replace("body", 'event.pause', 'event.stop')
      WHERE "customerId" = $1 AND "seq" = 4`,
      id,
    );
    expect(await reasonOf()).toBe("link 4 was changed");
    const anchors = await readHeads(id);
    await sql(`DELETE FROM "AuditLink" WHERE "customerId" = $1`, id);
    await sql(`UPDATE "AuditEntry" SET "seq" = NULL WHERE "customerId" = $1`, id);
    await write(2);
    await linkAll();
    const check = await checkCustomer(context.customer, { withTags: false, anchors });
    expect(check.firstBad?.reason).toMatch(/^link 7 is not the one of the anchor/);
  });
});

describe("what Stanchion does itself", () => {
  test("erasing a person keeps the chain whole, also before it is linked, and says how much", async () => {
    const zoe = await addTestMember(context, "owner", `Zoe ${crypto.randomUUID()}`);
    await write(2, zoe);
    await linkAll();
    await write(2, zoe);
    const { email } = await db().user.findUniqueOrThrow({ where: { id: zoe.actor.id } });
    const guest = `${crypto.randomUUID()}@example.com`;
    await createInvitation(context, { email: guest, role: "viewer" });
    await eraseEmail(redis, "test", email);
    await eraseEmail(redis, "test", guest);
    expect(await checkAudit(context)).toMatchObject({ firstBad: null });
    await linkAll();
    expect(await checkAudit(context)).toMatchObject({ firstBad: null, erased: 5 });
    const rows = await entries();
    const erased = rows.find(({ actorId }) => actorId === "erased");
    await sql(`UPDATE "AuditEntry" SET "verb" = 'event.stop' WHERE "id" = $1`, erased?.id);
    expect(await reasonOf()).toContain("its verb was event.pause");
  });

  test("removing old entries leaves a checkpoint, and what is left is checked as before", async () => {
    const day = 24 * 60 * 60_000;
    await purgeAudit(new Date(Date.now() + 2 * day));
    await write(3);
    await linkAll();
    const check = await checkAudit(context);
    expect(check).toMatchObject({ firstBad: null, entries: 4 });
    expect(check.head?.seq).toBe(11);
    const row = (await entries())[0];
    await sql(`DELETE FROM "AuditEntry" WHERE "id" = $1`, row?.id);
    expect(await reasonOf()).toBe(`entry ${row?.id} was deleted`);
  });

  test("a beginning that somebody removed is no checkpoint", async () => {
    const { id } = context.customer;
    await sql(`DELETE FROM "AuditEntry" WHERE "customerId" = $1 AND "seq" <= 3`, id);
    await sql(`DELETE FROM "AuditLink" WHERE "customerId" = $1 AND "seq" <= 3`, id);
    expect(await reasonOf()).toBe("links 1 to 3 are missing");
  });

  test("many writers and several workers at once make one whole chain", async () => {
    const people = await Promise.all(
      Array.from({ length: 5 }, (_, index) => addTestMember(context, "operator", `Op ${index}`)),
    );
    await Promise.all([
      ...people.map((person) => write(20, person)),
      ...Array.from({ length: 4 }, async () => {
        for (let round = 0; round < 10; round += 1) await linkAudit();
      }),
    ]);
    await linkAll();
    expect(await checkAudit(context)).toMatchObject({ firstBad: null, entries: 106, links: 107 });
  });

  test.each([
    [1, null],
    [25, "Stanchion did not write it"],
  ])(
    "what a version without tags wrote is taken %d hours after the upgrade: %s",
    async (hours, fault) => {
      await upgradedHoursAgo(hours);
      const { id } = context.customer;
      await sql(`DELETE FROM "AuditLink" WHERE "customerId" = $1`, id);
      await sql(
        `UPDATE "AuditEntry" SET "seq" = NULL, "tag" = NULL, "salts" = NULL, "digests" = NULL WHERE "customerId" = $1`,
        id,
      );
      const expected = fault === null ? null : expect.stringContaining(fault);
      expect(await reasonOf()).toEqual(expected);
      await linkAll();
      expect(await reasonOf()).toEqual(expected);
      const row = await third();
      await sql(`UPDATE "AuditEntry" SET "summary" = 'x' WHERE "id" = $1`, row.id);
      const altered = fault ?? "its summary is another";
      expect(await reasonOf()).toEqual(expect.stringContaining(altered));
    },
  );
});

describe("when the master key is replaced", () => {
  const before = { ...process.env };
  afterEach(() => {
    for (const name of ["MASTER_KEY", "PREVIOUS_MASTER_KEYS"]) {
      const value = before[name];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  test("tags and links stay right, without the former key too", async () => {
    process.env["PREVIOUS_MASTER_KEYS"] = before["MASTER_KEY"];
    const key = randomBytes(32).toString("base64url");
    process.env["MASTER_KEY"] = key;
    await rotateKeys();
    delete process.env["PREVIOUS_MASTER_KEYS"];
    await write(2);
    await linkAll();
    expect(await checkAudit(context)).toMatchObject({ firstBad: null, entries: 8 });
    // Other tests have what is sealed with the key of before.
    process.env["MASTER_KEY"] = before["MASTER_KEY"];
    process.env["PREVIOUS_MASTER_KEYS"] = key;
    await rotateKeys();
  });
});

/** What is still held after a collection: when the collector runs by itself is the machine's business. */
function keptBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

describe("a backlog", () => {
  /** As the version before wrote them, in one statement. */
  const fill = (count: number, noteBytes = 0) =>
    sql(
      `INSERT INTO "AuditEntry" ("id", "customerId", "actorType", "actorId", "actorName", "verb", "subject", "summary", "details")
       SELECT 'aud_' || gen_random_uuid(), $1, 'user', 'usr_1', 'Ana', 'event.pause', 'evt_1', 'Ana paused ' || n,
         jsonb_build_object('note', repeat('x', ${noteBytes}))
       FROM generate_series(1, ${count}) AS n`,
      context.customer.id,
    );
  const forget = async () => {
    await upgradedHoursAgo(1);
    const { id } = context.customer;
    await sql(`DELETE FROM "AuditLink" WHERE "customerId" = $1`, id);
    await sql(`UPDATE "AuditEntry" SET "seq" = NULL WHERE "customerId" = $1`, id);
  };

  test("of many long entries is linked and checked in bounded memory", async () => {
    await forget();
    // More than one round links, and few enough for a busy machine.
    await fill(25_000, 16_000);
    const before = keptBytes();
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, keptBytes() - before);
    }, 1_000);
    await linkAll();
    const check = await checkAudit(context);
    clearInterval(watch);
    expect(check).toMatchObject({ firstBad: null, entries: 25_006, unlinked: 0 });
    // All of it would be more than 380 MB.
    expect(most / 1_048_576).toBeLessThan(150);
  }, 600_000);

  test("goes on where a worker that was cut off has left it", async () => {
    await forget();
    await fill(4_000);
    const working = linkAudit().then(
      () => "done",
      () => "cut off",
    );
    let cuts = 0;
    for (let tries = 0; tries < 200 && cuts === 0; tries += 1) {
      const rows = await db().$queryRaw<{ cut: boolean }[]>`
        SELECT pg_terminate_backend(locks.pid) AS cut FROM pg_locks AS locks
        WHERE locks.locktype = 'advisory' AND locks.pid <> pg_backend_pid()
          AND locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      cuts += rows.length;
    }
    expect(cuts).toBeGreaterThan(0);
    expect(await working).toBe("cut off");
    await linkAll();
    expect(await checkAudit(context)).toMatchObject({ firstBad: null, entries: 4_006 });
  }, 120_000);
});
