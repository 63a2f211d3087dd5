import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { accessCodeId, readAccessCode } from "@/lib/domain/access-code/access-code";
import { accessCodeHash } from "@/lib/secrets/access-code-hash";
import { keyFromMaster } from "@/lib/secrets/event-key";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import type { ServiceContext } from "@/lib/services/context";
import { eventKeyOf } from "@/lib/services/keys/event-key";
import { readFromLine } from "@/lib/services/line-redis";
import { readCodeUses } from "@/test/access-codes";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  createTestCustomer,
  outboxOf,
  withBrokenAudit,
} from "@/test/customer";
import { disconnectLineRedis } from "@/test/line-redis";
import { createAccessCodes } from "./create";
import { listAccessCodes } from "./list";
import { writeAccessCodesToRedis } from "./write-codes";

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

  test("are told once, stored as hashes, and reach the line with their uses", async () => {
    const { csv, ...batch } = await createAccessCodes(context, request);
    const printed = csv
      .split("\r\n")
      .slice(1, -1)
      .map((row) => row.split(",")[0] ?? "");
    expect(printed).toHaveLength(3);
    expect(await listAccessCodes(context, { eventId: "sale" })).toEqual([batch]);
    const stored = await db().accessCode.findMany({ where: { batchId: batch.id } });
    expect(JSON.stringify(stored)).not.toContain(printed[0]);
    expect((await outboxOf(context)).at(-1)).toBe(`access-codes ${batch.id}`);
    expect((await auditSentences(context)).at(-1)).toBe(
      "Ana made 3 access codes Fan club for Sale",
    );
    const uses = await readFromLine(async (redis) => {
      await writeAccessCodesToRedis(redis, { batchId: batch.id });
      const event = { customerId: context.customer.wireId, eventId: "sale" };
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
  });

  test("are not made without their audit row", async () => {
    await expect(createAccessCodes(withBrokenAudit(context), request)).rejects.toThrow();
    expect(await listAccessCodes(context, { eventId: "sale" })).toEqual([]);
  });
});
