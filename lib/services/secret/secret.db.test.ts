import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/context";
import {
  addTestMember,
  auditSentences,
  createTestCustomer,
  outboxOf,
  withBrokenAudit,
} from "@/test/customer";
import { expectRefused } from "@/test/refusals";
import { activateSecret } from "./activate";
import { createSecret } from "./create";
import { deleteSecret } from "./delete";
import { listSecrets } from "./list";
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
      `Ana was shown the secret that ends in ${hint}`,
    ]);
    const audit = await db().auditEntry.findMany({ where: { customerId: context.customer.id } });
    expect(JSON.stringify(audit)).not.toContain(text);
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
    await expect(deleteSecret(context, { secretId: first.id })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    await deleteSecret(context, { secretId: second.id });
    expect((await listSecrets(context)).map(({ id }) => id)).toEqual([first.id]);
    expect((await auditSentences(context)).at(-1)).toBe(
      `Ana deleted the secret that ended in ${second.hint}`,
    );
  });

  test("there are at most so many that each check stays cheap", async () => {
    for (let made = 0; made < SECRETS_MAX; made += 1) await createSecret(context);
    await expect(createSecret(context)).rejects.toMatchObject({ code: "limit_exceeded" });
  });

  test("another customer's secret is not found by any verb", async () => {
    await createSecret(context);
    const { id: secretId } = await createSecret(context);
    const other = await createTestCustomer();
    for (const verb of [revealSecret, activateSecret, deleteSecret]) {
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
          deleteSecret(member, { secretId }),
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
