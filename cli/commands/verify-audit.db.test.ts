import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { linkAudit } from "@/lib/services/installation/audit/link-entries";
import { createTestCustomer } from "@/test/customer";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import { runStanchion } from "../run-stanchion";

afterAll(disconnectDb);

let context: ServiceContext;
let ids: readonly string[];
beforeEach(async () => {
  context = await createTestCustomer();
  await write(8);
  await link();
  ids = await entryIds();
});

async function write(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await db().$transaction((tx) =>
      recordAudit(tx, context, {
        ...{ verb: "event.pause", subject: "evt_1", summary: `paused Sale, time ${index}` },
        details: { index },
      }),
    );
  }
}

async function link(): Promise<void> {
  while ((await linkAudit()).links > 0);
}

async function entryIds(): Promise<readonly string[]> {
  const rows = await db().auditEntry.findMany({
    where: { customerId: context.customer.id },
    orderBy: { number: "asc" },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** What `stanchion verify-audit --json` prints, and how it ends. */
async function verify(more: readonly string[] = []) {
  const printed: string[] = [];
  const line = ["verify-audit", "--customer", context.customer.wireId, "--json", ...more];
  const ending = await runStanchion(line, {
    print: (text) => printed.push(text),
    note: () => undefined,
  });
  return { ending, ...JSON.parse(printed.join("\n")) };
}

const at = (index: number) => ids.at(index) ?? "";
const sql = (text: string, ...values: readonly unknown[]) =>
  db().$executeRawUnsafe(text, ...values);

/** Every copy of a link's place, too: the row and its link go together. */
async function cutFrom(seq: number): Promise<void> {
  const { id } = context.customer;
  await sql(`DELETE FROM "AuditEntry" WHERE "customerId" = $1 AND "seq" >= $2`, id, seq);
  await sql(`DELETE FROM "AuditLink" WHERE "customerId" = $1 AND "seq" >= $2`, id, seq);
}

/** Two rows with what they say exchanged; each keeps its id, its place and its link. */
const SWAP = `UPDATE "AuditEntry" AS one SET "summary" = other."summary", "details" = other."details",
  "salts" = other."salts", "digests" = other."digests", "tag" = other."tag"
  FROM "AuditEntry" AS other
  WHERE one."id" IN ($1, $2) AND other."id" IN ($1, $2) AND one."id" <> other."id"`;

const PLACES = [
  ["first", 0],
  ["middle", 4],
  ["newest", -1],
] as const;

describe("stanchion verify-audit", () => {
  test("finds a log whole, and says how many entries wait for their link", async () => {
    expect(await verify()).toMatchObject({
      ...{ ending: 0, valid: true, firstBad: null, tagsChecked: true },
      customers: [{ entries: 8, unlinked: 0 }],
    });
    await write(3);
    expect(await verify()).toMatchObject({
      ...{ ending: 0, valid: true, firstBad: null },
      customers: [{ entries: 8, unlinked: 3 }],
    });
  });

  test.each(PLACES)("finds the %s row changed, and names it", async (_where, index) => {
    await sql(`UPDATE "AuditEntry" SET "summary" = 'nothing' WHERE "id" = $1`, at(index));
    expect(await verify()).toMatchObject({
      ...{ ending: 1, valid: false },
      firstBad: { customer: context.customer.wireId, entry: at(index) },
    });
  });

  test.each(PLACES)("finds the %s row deleted, and names it", async (_where, index) => {
    await sql(`DELETE FROM "AuditEntry" WHERE "id" = $1`, at(index));
    const { ending, firstBad } = await verify();
    expect(ending).toBe(1);
    expect(firstBad.reason).toBe(`entry ${at(index)} was deleted`);
  });

  test.each(PLACES)("finds the %s row deleted with its link", async (where, index) => {
    const entry = await db().auditEntry.findUniqueOrThrow({ where: { id: at(index) } });
    const anchor = await anchorFile();
    await sql(`DELETE FROM "AuditEntry" WHERE "id" = $1`, entry.id);
    const { id } = context.customer;
    await sql(`DELETE FROM "AuditLink" WHERE "customerId" = $1 AND "seq" = $2`, id, entry.seq);
    // That of the newest leaves no gap: only a head from before tells.
    const more = where === "newest" ? ["--anchor", anchor] : [];
    expect(await verify(more)).toMatchObject({ ending: 1, valid: false });
  });

  test("finds rows that were exchanged, whole or only what they say", async () => {
    await sql(SWAP, at(2), at(5));
    const { ending, firstBad } = await verify();
    expect({ ending, entry: firstBad.entry }).toEqual({ ending: 1, entry: at(2) });
  });

  test("finds two rows that took each other's time and place", async () => {
    await sql(
      `UPDATE "AuditEntry" AS one SET "at" = other."at" + interval '1 second' FROM "AuditEntry" AS other
        WHERE one."id" = $1 AND other."id" = $2`,
      ...[at(2), at(5)],
    );
    expect(await verify()).toMatchObject({ ending: 1, firstBad: { entry: at(2) } });
  });

  test("finds a whole tail cut off, by a head from before", async () => {
    const anchor = await anchorFile();
    await cutFrom(5);
    expect(await verify()).toMatchObject({ valid: true });
    const { ending, firstBad } = await verify(["--anchor", anchor]);
    expect(ending).toBe(1);
    expect(firstBad.reason).toMatch(/^the end is missing/);
  });

  test("tells rows that wait for their link from rows that somebody inserted or changed", async () => {
    await write(2);
    const waiting = (await entryIds()).slice(-2);
    expect(await verify()).toMatchObject({ valid: true, customers: [{ unlinked: 2 }] });
    await sql(`UPDATE "AuditEntry" SET "summary" = 'nothing' WHERE "id" = $1`, waiting[1]);
    expect(await verify()).toMatchObject({ ending: 1, firstBad: { entry: waiting[1] } });
  });
});

/** A file with the head of now, as a mail or a log has it. */
async function anchorFile(): Promise<string> {
  const { getAuditHead } = await import("@/lib/services/installation/audit/head");
  const file = join(await temporaryDirectory("stanchion-anchor-"), "mail.txt");
  await writeFile(file, `Hello,\n\n${(await getAuditHead(context)).anchor}\n`);
  return file;
}
