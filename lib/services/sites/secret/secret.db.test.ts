import { createHash } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { createEvent } from "@/lib/services/event/manage/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { activateSecret, createSecret, revokeSecret } from "@/test/at-once";
import {
  addTestMember,
  auditSentences,
  createTestCustomer,
  outboxOf,
  withBrokenAudit,
} from "@/test/customer";
import { expectRefused } from "@/test/refusals";
import { textOf } from "@/test/text-of";
import { listSecrets } from "./list";
import { retireSecret } from "./retire";
import { revealSecret } from "./reveal";
import { SECRETS_MAX } from "./schemas";

let context: ServiceContext;
beforeEach(async () => {
  context = await createTestCustomer();
});
afterAll(disconnectDb);

describe("secrets", () => {
  test("a secret has 72 characters, is sealed at rest, and is told once", async () => {
    const { id: secretId, hint } = await createSecret(context);
    const { text } = await revealSecret(context, { secretId });
    expect(text).toMatch(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{20}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    );
    expect(text).toHaveLength(72);
    expect(text.endsWith(hint)).toBe(true);
    await expect(revealSecret(context, { secretId })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    const row = await db().secret.findUniqueOrThrow({ where: { id: secretId } });
    expect(JSON.stringify(row)).not.toContain(text);
    expect(await auditSentences(context)).toEqual([
      `Ana generated the secret that ends in ${hint}`,
      `Ana revealed the secret that ends in ${hint}`,
    ]);
    const audit = await db().auditEntry.findMany({ where: { customerId: context.customer.id } });
    expect(textOf(audit)).not.toContain(text);
  });

  test("of many who ask at the same moment, one is told", async () => {
    const { id: secretId } = await createSecret(context);
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => revealSecret(context, { secretId })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("exactly one is active: the first, until another is activated", async () => {
    const created = await Promise.all([createSecret(context), createSecret(context)]);
    expect(created.filter(({ isActive }) => isActive)).toHaveLength(1);
    const next = created.find(({ isActive }) => !isActive);
    await activateSecret(context, { secretId: next?.id ?? "" });
    const listed = await listSecrets(context);
    expect(listed.map(({ id, isActive }) => [id === next?.id, isActive])).toEqual([
      [true, true],
      [false, false],
    ]);
    await expect(activateSecret(context, { secretId: next?.id ?? "" })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    expect(await outboxOf(context)).toEqual(
      Array.from({ length: 3 }, () => `customer ${context.customer.id}`),
    );
  });

  test("the active one cannot be deleted, another can", async () => {
    const first = await createSecret(context);
    const second = await createSecret(context);
    await expect(retireSecret(context, { secretId: first.id })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    await retireSecret(context, { secretId: second.id });
    expect((await listSecrets(context)).map(({ id }) => id)).toEqual([first.id]);
    expect((await auditSentences(context)).at(-1)).toBe(
      `Ana retired the secret that ended in ${second.hint}`,
    );
  });

  test("there are at most so many that each check stays cheap", async () => {
    for (let made = 0; made < SECRETS_MAX; made += 1) await createSecret(context);
    await expect(createSecret(context)).rejects.toMatchObject({ code: "limit_exceeded" });
  });

  test("one that was made later is staged, then signs, then is still accepted", async () => {
    const first = await createSecret(context);
    const staged = await createSecret(context);
    expect([first.state, staged.state]).toEqual(["active", "staged"]);
    await activateSecret(context, { secretId: staged.id });
    expect((await listSecrets(context)).map(({ id, state }) => [id, state])).toEqual([
      [staged.id, "active"],
      [first.id, "accepted"],
    ]);
  });

  test("connectors and the console name a secret alike", async () => {
    const { id: secretId, keyId } = await createSecret(context);
    const { text } = await revealSecret(context, { secretId });
    const hash = createHash("sha256").update(`stanchion-key-id:${text}`).digest("hex");
    expect(keyId).toBe(hash.slice(0, 8));
  });

  test("another customer's secret is not found by any verb", async () => {
    await createSecret(context);
    const { id: secretId } = await createSecret(context);
    const other = await createTestCustomer();
    for (const verb of [revealSecret, activateSecret, retireSecret, revokeSecret]) {
      await expect(verb(other, { secretId })).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await listSecrets(other)).toEqual([]);
    expect(await listSecrets(context)).toMatchObject([
      { isRevealed: false },
      { isRevealed: false },
    ]);
  });

  test.each(["operator", "viewer"] as const)(
    "a %s neither sees nor changes secrets",
    async (role) => {
      const { id: secretId } = await createSecret(context);
      const member = await addTestMember(context, role, "Max");
      await expectRefused(
        [
          createSecret(member),
          listSecrets(member),
          revealSecret(member, { secretId }),
          activateSecret(member, { secretId }),
          retireSecret(member, { secretId }),
          revokeSecret(member, { secretId }),
        ],
        "forbidden",
      );
    },
  );

  test("a secret is not told when that cannot be audited, and can be told later", async () => {
    const { id: secretId } = await createSecret(context);
    await expect(revealSecret(withBrokenAudit(context), { secretId })).rejects.toThrow();
    await expect(revealSecret(context, { secretId })).resolves.toHaveProperty("text");
  });
});

describe("a secret of one event", () => {
  beforeEach(async () => {
    await createEvent(context, {
      eventId: "sale",
      name: "Sale",
      kind: "always-on",
      targetUrl: "https://shop.example/tickets",
    });
  });

  test("is staged even as the first, and takes over from none of another scope", async () => {
    const forAll = await createSecret(context);
    const forSale = await createSecret(context, { eventId: "sale" });
    expect(forSale).toMatchObject({ state: "staged", event: { eventId: "sale", name: "Sale" } });
    await activateSecret(context, { secretId: forSale.id });
    expect((await listSecrets(context)).map(({ id, state }) => [id, state])).toEqual([
      [forAll.id, "active"],
      [forSale.id, "active"],
    ]);
    expect((await auditSentences(context)).at(-1)).toBe(
      `Ana activated the secret that ends in ${forSale.hint} for Sale`,
    );
  });

  test("is retired while it signs only when the customer's signs in its place", async () => {
    const forSale = await createSecret(context, { eventId: "sale" });
    await activateSecret(context, { secretId: forSale.id });
    await expect(retireSecret(context, { secretId: forSale.id })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    const forAll = await createSecret(context);
    await retireSecret(context, { secretId: forSale.id });
    expect((await listSecrets(context)).map(({ id }) => id)).toEqual([forAll.id]);
  });

  test("needs an event of this customer", async () => {
    const other = await createTestCustomer();
    await expect(createSecret(other, { eventId: "sale" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("has a limit of its own", async () => {
    for (let made = 0; made < SECRETS_MAX; made += 1) await createSecret(context);
    await expect(createSecret(context, { eventId: "sale" })).resolves.toBeDefined();
  });
});

describe("revoking", () => {
  test("the active secret is gone at once and the staged one signs", async () => {
    const leaked = await createSecret(context);
    const staged = await createSecret(context);
    const { successor } = await revokeSecret(context, { secretId: leaked.id });
    expect(successor).toMatchObject({ id: staged.id, state: "active" });
    expect(await listSecrets(context)).toHaveLength(1);
    expect((await auditSentences(context)).at(-1)).toBe(
      `Ana revoked the secret that ended in ${leaked.hint}; the secret that ends in ${staged.hint} took over`,
    );
    expect(await outboxOf(context)).toHaveLength(3);
  });

  test("without a staged one a new one signs, never one that was in use before", async () => {
    const first = await createSecret(context);
    const second = await createSecret(context);
    await activateSecret(context, { secretId: second.id });
    const { successor } = await revokeSecret(context, { secretId: second.id });
    expect(successor).toMatchObject({ state: "active", isRevealed: false });
    expect([first.id, second.id]).not.toContain(successor?.id);
    expect((await listSecrets(context)).map(({ state }) => state)).toEqual(["active", "accepted"]);
  });

  test("one that does not sign leaves the active one alone", async () => {
    await createSecret(context);
    const staged = await createSecret(context);
    expect(await revokeSecret(context, { secretId: staged.id })).toEqual({ successor: null });
    expect(await listSecrets(context)).toMatchObject([{ state: "active" }]);
  });

  test("is undone when it cannot be audited", async () => {
    const { id: secretId } = await createSecret(context);
    await expect(revokeSecret(withBrokenAudit(context), { secretId })).rejects.toThrow();
    expect(await listSecrets(context)).toMatchObject([{ id: secretId, state: "active" }]);
  });
});
