import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { ZodError } from "zod";
import { db, disconnectDb } from "@/lib/db/client";
import {
  accessCodeId,
  formatAccessCode,
  makeAccessCodes,
  readAccessCode,
} from "@/lib/domain/access-code/access-code";
import { accessCodeHash } from "@/lib/secrets/access-code-hash";
import { keyFromMaster } from "@/lib/secrets/event-key";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { eventKeyOf } from "@/lib/services/event/change/event-key";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { writeAccessCodesToRedis } from "@/lib/services/relay/access-codes/write-codes";
import { readCodeUses } from "@/test/access-codes";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  createTestCustomer,
  outboxOf,
  withBrokenAudit,
} from "@/test/customer";
import { textOf } from "@/test/text-of";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { createAccessCodes } from "./create";
import { findAccessCode } from "./find";
import { listAccessCodes } from "./list";
import { revokeAccessCodes } from "./revoke";
import { revokeAccessCodeBatch } from "./revoke-batch";

let context: ServiceContext;
beforeEach(async () => {
  context = await createCustomerWithSale();
});
afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

const request = {
  eventId: "sale",
  name: "Fan club",
  count: 3,
  use: { kind: "multi-use" as const, maxUses: 2 },
};

async function idOf(printed: string): Promise<string> {
  const reading = readAccessCode(printed);
  if (!reading.ok) throw new Error("The code does not read well.");
  const { id } = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  const named = { customerId: context.customer.wireId, eventId: "sale", code: reading.code };
  const ref = { id, customerId: context.customer.wireId, eventId: "sale" };
  return accessCodeId(named, accessCodeHash(await db().$transaction((tx) => eventKeyOf(tx, ref))));
}

async function makeThree() {
  const { csv, id } = await createAccessCodes(context, request);
  const rows = csv.split("\r\n").slice(1, -1);
  return { id, codes: rows.map((row) => row.split(",")[0] ?? "") };
}

/** The reasons at fields, whoever refused: the schema or the verb. */
function readFields(error: unknown): Readonly<Record<string, string>> {
  if (error instanceof ServiceError) return error.fields;
  if (!(error instanceof ZodError)) throw error;
  return Object.fromEntries(error.issues.map(({ path, message }) => [path.join("."), message]));
}

describe("access codes", () => {
  test("stay usable when their event gets its key later", async () => {
    const { id } = await db().event.findFirstOrThrow({
      where: { customerId: context.customer.id },
    });
    const ref = { id, customerId: context.customer.wireId, eventId: "sale" };
    await createAccessCodes(context, request);
    await db().eventKey.delete({ where: { eventId: id } });
    const later = await db().$transaction((tx) => eventKeyOf(tx, ref));
    const [master] = masterKeysFromEnvironment();
    expect(later.bytes.equals(keyFromMaster(master).bytes)).toBe(true);
    expect((await db().$transaction((tx) => eventKeyOf(tx, ref))).bytes).toEqual(later.bytes);
  });

  test("have one key, however many ask for it first at the same time", async () => {
    const { id } = await db().event.findFirstOrThrow({
      where: { customerId: context.customer.id },
    });
    const ref = { id, customerId: context.customer.wireId, eventId: "sale" };
    await db().eventKey.deleteMany({ where: { eventId: id } });
    const patient = { maxWait: 60_000, timeout: 60_000 };
    const keys = await Promise.all(
      Array.from({ length: 4 }, () => db().$transaction((tx) => eventKeyOf(tx, ref), patient)),
    );
    expect(new Set(keys.map(({ bytes }) => bytes.toString("hex"))).size).toBe(1);
  });

  test("are told once, stored as hashes, and reach the line with their uses", async () => {
    const { csv, firstLink, ...batch } = await createAccessCodes(context, request);
    const printed = csv
      .split("\r\n")
      .slice(1, -1)
      .map((row) => row.split(",")[0] ?? "");
    expect(printed).toHaveLength(3);
    expect(csv).toContain(`,${firstLink}\r\n`);
    expect(await listAccessCodes(context, { eventId: "sale" })).toEqual([batch]);
    const stored = await db().accessCode.findMany({ where: { batchId: batch.id } });
    expect(JSON.stringify(stored)).not.toContain(printed[0]);
    expect((await outboxOf(context)).at(-1)).toBe(`access-codes ${batch.id}`);
    expect((await auditSentences(context)).at(-1)).toBe(
      "Ana created 3 access codes Fan club for Sale",
    );
    const uses = await readFromLine(async (redis) => {
      await writeAccessCodesToRedis(redis, batch.id);
      const row = await db().event.findFirstOrThrow({
        where: { customerId: context.customer.id },
      });
      const event = eventRef(row, context.customer);
      return readCodeUses(redis, event, await Promise.all(printed.map(idOf)));
    });
    expect(uses).toEqual([2, 2, 2]);
  });

  test("lead only to lanes that the event has", async () => {
    await expect(createAccessCodes(context, { ...request, lane: "gold" })).rejects.toMatchObject({
      code: "invalid",
      fields: { lane: expect.any(String) },
    });
  });

  test("are no business of viewers, nor of other customers", async () => {
    const viewer = await addTestMember(context, "viewer", "Vic");
    await expect(createAccessCodes(viewer, request)).rejects.toMatchObject({ code: "forbidden" });
    await expect(listAccessCodes(viewer, request)).rejects.toMatchObject({ code: "forbidden" });
    const other = await createTestCustomer();
    await expect(createAccessCodes(other, request)).rejects.toMatchObject({ code: "not_found" });
    await expect(listAccessCodes(other, { eventId: "sale" })).rejects.toMatchObject({
      code: "not_found",
    });
    const { id: batchId, codes } = await makeThree();
    const [code = ""] = codes;
    for (const [stranger, refusal] of [
      [viewer, "forbidden"],
      [other, "not_found"],
    ] as const) {
      const named = { eventId: "sale", code };
      for (const ask of [
        () => revokeAccessCodeBatch(stranger, { batchId }),
        () => revokeAccessCodes(stranger, { eventId: "sale", codes: code }),
        () => findAccessCode(stranger, named),
      ]) {
        await expect(ask()).rejects.toMatchObject({ code: refusal });
      }
    }
    const [batch] = await listAccessCodes(context, { eventId: "sale" });
    expect(batch).toMatchObject({ revoked: 0, left: 6 });
  });

  test("are revoked by batch or by name, with an audit row that names none", async () => {
    const { id: batchId, codes } = await makeThree();
    const [code = ""] = codes;
    await revokeAccessCodes(context, { eventId: "sale", codes: code });
    await revokeAccessCodeBatch(context, { batchId });
    expect((await auditSentences(context)).slice(-2)).toEqual([
      "Ana revoked 1 access code of Sale",
      "Ana revoked the access codes Fan club of Sale",
    ]);
    const rows = await db().auditEntry.findMany({ where: { customerId: context.customer.id } });
    expect(textOf(rows)).not.toContain(code);
    expect((await outboxOf(context)).slice(-2)).toEqual([
      `access-codes ${batchId}`,
      `access-codes ${batchId}`,
    ]);
  });

  test.each([
    ["Paste at least one code.", ""],
    ["Paste at least one code.", "code,batch"],
    ["Not valid: “hello” and 1 more.", "hello\nworld"],
    [
      "This code does not belong to Sale.",
      formatAccessCode(makeAccessCodes(1, randomBytes)[0] ?? ""),
    ],
    ["Paste at most 1,000 codes at once.", makeAccessCodes(1_001, randomBytes).join("\n")],
  ])("are not revoked, and the field says why: %s", async (reason, codes) => {
    await makeThree();
    const refused = revokeAccessCodes(context, { eventId: "sale", codes });
    const fields = { codes: expect.stringContaining(reason) };
    await expect(refused.catch(readFields)).resolves.toEqual(fields);
  });

  test("are neither made nor revoked without their audit row", async () => {
    await expect(createAccessCodes(withBrokenAudit(context), request)).rejects.toThrow();
    expect(await listAccessCodes(context, { eventId: "sale" })).toEqual([]);
    const { id: batchId, codes } = await makeThree();
    const broken = withBrokenAudit(context);
    await expect(revokeAccessCodeBatch(broken, { batchId })).rejects.toThrow();
    const named = { eventId: "sale", codes: codes.join("\n") };
    await expect(revokeAccessCodes(broken, named)).rejects.toThrow();
    expect(await listAccessCodes(context, { eventId: "sale" })).toMatchObject([{ revoked: 0 }]);
  });

  test("of their own that several add at once are in one batch, and at their lines for the others", async () => {
    // The key of the event would keep the others waiting, too.
    await makeThree();
    const own = { ...request, count: null, own: "SPRING-1\nSPRING-2" };
    const answers = await Promise.allSettled(
      ["One", "Two", "Three"].map((name) => createAccessCodes(context, { ...own, name })),
    );
    const reasons = answers.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(reasons).toHaveLength(2);
    for (const reason of reasons)
      expect(readFields(reason)).toEqual({ own: expect.stringContaining("already in the batch") });
  });
});
