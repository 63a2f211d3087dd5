import { createHash } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { noteApiKeyUse } from "@/lib/line/commands/api-key-uses";
import { readPublishedCustomer } from "@/lib/line/commands/published";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { ServiceContext } from "@/lib/services/ground/context";
import { writeCustomerToRedis } from "@/lib/services/relay/outbox/inner/write-customer";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  createTestCustomer,
  outboxOf,
  withBrokenAudit,
} from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { expectRefused } from "@/test/refusals";
import { createApiKey } from "./create";
import { listApiKeys } from "./list";
import { listApiKeyUses } from "./list-uses";
import { revokeApiKey } from "./revoke";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);

let context: ServiceContext;
beforeEach(async () => {
  context = await createTestCustomer();
});
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

describe("API keys", () => {
  test("have scopes and an end, as the waiting rooms are told", async () => {
    const before = Date.now();
    await createApiKey(context, { name: "Box office", scopes: ["manage", "pull"], validDays: 30 });
    const [view] = await listApiKeys(context);
    expect(view).toMatchObject({ scopes: ["pull", "manage"], isUnscoped: false });
    const days = (Date.parse(view?.expiresAt ?? "") - before) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    await writeCustomerToRedis(redis, context.customer.id);
    const published = await readPublishedCustomer(redis, context.customer.wireId);
    expect(published?.apiKeys).toMatchObject([
      { scopes: ["pull", "manage"], expiresAtMs: Date.parse(view?.expiresAt ?? "") },
    ]);
  });

  test("of before there were scopes may pull only, and the list says so", async () => {
    const { id } = await createApiKey(context, { name: "Shop", scopes: ["manage"] });
    await db().apiKey.update({ where: { id }, data: { scopes: [] } });
    expect(await listApiKeys(context)).toMatchObject([{ scopes: ["pull"], isUnscoped: true }]);
    await writeCustomerToRedis(redis, context.customer.id);
    const published = await readPublishedCustomer(redis, context.customer.wireId);
    expect(published?.apiKeys).toMatchObject([{ scopes: ["pull"], expiresAtMs: null }]);
  });

  test("say when they were last used, and that they have expired", async () => {
    const [used, unused] = [
      await createApiKey(context, { name: "Shop", validDays: 1 }),
      await createApiKey(context, { name: "Spare" }),
    ];
    const { wireId } = context.customer;
    await noteApiKeyUse(redis, wireId, { apiKeyId: used.id, atMs: Date.UTC(2026, 0, 2) });
    expect(await listApiKeyUses(context)).toEqual({ [used.id]: "2026-01-02T00:00:00.000Z" });
    await db().apiKey.update({ where: { id: used.id }, data: { expiresAt: new Date(0) } });
    const expired = (await listApiKeys(context)).filter(({ isExpired }) => isExpired);
    expect(expired.map(({ name }) => name)).toEqual(["Shop"]);
    expect(unused.isExpired).toBe(false);
  });

  test("a key is told once and only its SHA-256 is kept", async () => {
    const { text, ...created } = await createApiKey(context, { name: "Shop" });
    expect(text).toMatch(/^stn_[A-Za-z0-9_-]{43}$/);
    const row = await db().apiKey.findUniqueOrThrow({ where: { id: created.id } });
    expect(row.hash).toBe(createHash("sha256").update(text).digest("hex"));
    expect(JSON.stringify(row)).not.toContain(text);
    expect(await listApiKeys(context)).toEqual([created]);
    expect(await auditSentences(context)).toEqual([
      `Ana created the API key Shop (${created.prefix}…) to pull`,
    ]);
    expect(await outboxOf(context)).toEqual([`customer ${context.customer.id}`]);
  });

  test("a revoked key stays revoked", async () => {
    const { id: apiKeyId, prefix } = await createApiKey(context, { name: "Shop" });
    const revoked = await revokeApiKey(context, { apiKeyId });
    expect(revoked.revokedAt).not.toBeNull();
    await expect(revokeApiKey(context, { apiKeyId })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    expect(await listApiKeys(context)).toEqual([revoked]);
    expect((await auditSentences(context)).at(-1)).toBe(
      `Ana revoked the API key Shop (${prefix}…)`,
    );
    expect(await outboxOf(context)).toHaveLength(2);
  });

  test("another customer's key is not found", async () => {
    const { id: apiKeyId } = await createApiKey(context, { name: "Shop" });
    const other = await createTestCustomer();
    await expect(revokeApiKey(other, { apiKeyId })).rejects.toMatchObject({ code: "not_found" });
    expect(await listApiKeys(other)).toEqual([]);
    expect(await listApiKeys(context)).toMatchObject([{ revokedAt: null }]);
  });

  test.each(["operator", "viewer"] as const)("a %s neither sees nor changes keys", async (role) => {
    const { id: apiKeyId } = await createApiKey(context, { name: "Shop" });
    const member = await addTestMember(context, role, "Max");
    await expectRefused(
      [
        createApiKey(member, { name: "Mine" }),
        listApiKeys(member),
        listApiKeyUses(member),
        revokeApiKey(member, { apiKeyId }),
      ],
      "forbidden",
    );
  });

  test.each(["", "  ", "a\nb", "x".repeat(101)])("%j does not name a key", async (name) => {
    await expect(createApiKey(context, { name })).rejects.toMatchObject({ name: "ZodError" });
  });

  test("a key for single events names events of the customer, and no others", async () => {
    const other = await createCustomerWithSale();
    const key = (eventIds: string[]) => ({
      ...{ name: "One event", scopes: ["api" as const], eventIds },
      permissions: ["event:read" as const],
    });
    await expect(createApiKey(context, key(["sale"]))).rejects.toMatchObject({
      ...{ code: "invalid", fields: { eventIds: "You have no event sale." } },
    });
    expect(await createApiKey(other, key(["sale"]))).toMatchObject({ eventIds: ["sale"] });
  });

  test("a key is not made or revoked when that cannot be audited", async () => {
    const { id: apiKeyId } = await createApiKey(context, { name: "Shop" });
    const broken = withBrokenAudit(context);
    await expect(createApiKey(broken, { name: "Other" })).rejects.toThrow();
    await expect(revokeApiKey(broken, { apiKeyId })).rejects.toThrow();
    expect(await listApiKeys(context)).toMatchObject([{ name: "Shop", revokedAt: null }]);
  });
});
