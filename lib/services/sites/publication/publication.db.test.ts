import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createRule } from "@/lib/services/sites/rule/create";
import { deleteRule } from "@/lib/services/sites/rule/delete";
import { listRules } from "@/lib/services/sites/rule/list";
import { updateRule } from "@/lib/services/sites/rule/update";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  createTestCustomer,
  outboxOf,
  withBrokenAudit,
} from "@/test/customer";
import { expectRefused } from "@/test/refusals";
import { queueRule } from "@/test/rules";
import { comparePublications } from "./compare";
import { getPublication } from "./get";
import { getBrowserRules } from "./get-browser-rules";
import { getUnpublishedChanges } from "./get-changes";
import { listPublications } from "./list";
import { publish } from "./publish";
import { restoreRules } from "./restore-rules";
import { rollBack } from "./roll-back";
import { setBrowserRules } from "./set-browser-rules";

const tickets = queueRule("Tickets");

let context: ServiceContext;
beforeEach(async () => {
  context = await createCustomerWithSale();
});
afterAll(disconnectDb);

describe("publishing", () => {
  test("makes version 1 of the rules, audits it and tells the worker", async () => {
    await createRule(context, tickets);
    const published = await publish(context);
    expect(published).toMatchObject({ version: 1, publishedBy: "Ana", ruleNames: ["Tickets"] });
    expect(JSON.parse(published.text)).toMatchObject({
      CustomerId: context.customer.wireId,
      Version: 1,
      Integrations: [
        {
          Name: "Tickets",
          EventId: "sale",
          QueueDomain: "room.localhost:3443",
          CookieValidityMinute: 20,
          ExtendCookieValidity: true,
        },
      ],
    });
    expect((await auditSentences(context)).at(-1)).toBe("Ana published version 1 of the rules");
    expect((await outboxOf(context)).at(-1)).toBe(`customer ${context.customer.id}`);
  });

  test("a version never changes, whatever happens to the rules afterwards", async () => {
    const { id: ruleId } = await createRule(context, tickets);
    const first = await publish(context);
    await deleteRule(context, { ruleId });
    await publish(context);
    expect(await getPublication(context, { version: 1 })).toEqual(first);
    expect(
      (await listPublications(context)).map(({ version, ruleNames }) => [version, ruleNames]),
    ).toEqual([
      [2, []],
      [1, ["Tickets"]],
    ]);
  });

  test("those who publish at the same moment get different versions without a gap", async () => {
    const versions = await Promise.all(Array.from({ length: 5 }, () => publish(context)));
    expect(versions.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  test("unpublished changes follow the rules and the sessions of their events", async () => {
    expect(await getUnpublishedChanges(context)).toMatchObject({
      publishedVersion: null,
      hasChanges: false,
    });
    await createRule(context, tickets);
    expect(await getUnpublishedChanges(context)).toMatchObject({
      differences: [{ kind: "added", name: "Tickets" }],
    });
    await publish(context);
    expect(await getUnpublishedChanges(context)).toMatchObject({
      publishedVersion: 1,
      hasChanges: false,
    });
    await updateEvent(context, { eventId: "sale", sessionMinutes: 5 });
    expect(await getUnpublishedChanges(context)).toMatchObject({
      differences: [{ kind: "changed", name: "Tickets", fields: [{ label: "Session" }] }],
      hasChanges: true,
    });
    const [rule] = await listRules(context);
    await deleteRule(context, { ruleId: rule?.id ?? "" });
    expect(await getUnpublishedChanges(context)).toMatchObject({
      differences: [{ kind: "removed", name: "Tickets" }],
    });
  });

  test("another customer's versions are not found", async () => {
    await publish(context);
    const other = await createTestCustomer();
    await expect(getPublication(other, { version: 1 })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await listPublications(other)).toEqual([]);
    expect(await publish(other)).toMatchObject({ version: 1 });
  });

  test("a viewer sees versions and publishes none", async () => {
    await publish(context);
    const viewer = await addTestMember(context, "viewer", "Vi");
    await expect(publish(viewer)).rejects.toMatchObject({ code: "forbidden" });
    expect(await listPublications(viewer)).toHaveLength(1);
    const nobody = { ...context, permissions: new Set<never>() };
    await expectRefused(
      [
        listPublications(nobody),
        getPublication(nobody, { version: 1 }),
        getUnpublishedChanges(nobody),
        comparePublications(nobody, { version: 1, against: 0 }),
      ],
      "forbidden",
    );
  });

  test.each([0, -1, 1.5])("version %s is invalid", async (version) => {
    await expect(getPublication(context, { version })).rejects.toMatchObject({ name: "ZodError" });
  });

  test("nothing is published when the audit row cannot be written", async () => {
    await expect(publish(withBrokenAudit(context))).rejects.toThrow();
    expect(await listPublications(context)).toEqual([]);
    expect((await outboxOf(context)).filter((row) => row.startsWith("customer"))).toEqual([]);
  });
});

describe("rules for browsers", () => {
  test("are closed until somebody opens them, and each change is audited once", async () => {
    expect(await getBrowserRules(context)).toEqual({ isOpen: false });
    await setBrowserRules(context, { isOpen: true });
    await setBrowserRules(context, { isOpen: true });
    expect(await getBrowserRules(context)).toEqual({ isOpen: true });
    await setBrowserRules(context, { isOpen: false });
    expect((await auditSentences(context)).slice(-2)).toEqual([
      "Ana made the rules public to browsers",
      "Ana made the rules private",
    ]);
    expect((await outboxOf(context)).filter((entry) => entry.startsWith("customer"))).toHaveLength(
      2,
    );
  });

  test("a viewer sees whether they are open and cannot change it", async () => {
    const viewer = await addTestMember(context, "viewer", "Max");
    expect(await getBrowserRules(viewer)).toEqual({ isOpen: false });
    await expectRefused([setBrowserRules(viewer, { isOpen: true })], "forbidden");
  });
});

describe("rolling back", () => {
  test("publishes the rules of an earlier version again, and leaves those of the console", async () => {
    const { id: ruleId } = await createRule(context, tickets);
    const first = await publish(context);
    await updateRule(context, { ruleId, rule: queueRule("Tickets", "/everything") });
    await publish(context);
    const third = await rollBack(context, { version: 1, newest: 2 });
    expect(third).toMatchObject({ version: 3, repeats: 1, publishedBy: "Ana" });
    expect(third.config.Integrations).toEqual(first.config.Integrations);
    expect(third.config.Version).toBe(3);
    expect(await comparePublications(context, { version: 3, against: 1 })).toEqual([]);
    expect(await comparePublications(context, { version: 3, against: 2 })).toMatchObject([
      { kind: "changed", name: "Tickets", fields: [{ label: "When" }] },
    ]);
    expect((await auditSentences(context)).at(-1)).toBe(
      "Ana rolled the rules back to version 1, as version 3",
    );
    expect((await outboxOf(context)).at(-1)).toBe(`customer ${context.customer.id}`);
    expect(await getUnpublishedChanges(context)).toMatchObject({
      publishedVersion: 3,
      differences: [{ kind: "changed", name: "Tickets" }],
    });
    expect(
      (await listPublications(context)).map(({ repeats, counts }) => [repeats, counts]),
    ).toEqual([
      [1, { added: 0, removed: 0, changed: 1, moved: 0 }],
      [null, { added: 0, removed: 0, changed: 1, moved: 0 }],
      [null, { added: 1, removed: 0, changed: 0, moved: 0 }],
    ]);
  });

  test("is refused where somebody published meanwhile, or the version is not there", async () => {
    await publish(context);
    await publish(context);
    await expect(rollBack(context, { version: 1, newest: 1 })).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(rollBack(context, { version: 9, newest: 2 })).rejects.toMatchObject({
      code: "not_found",
    });
    const other = await createTestCustomer();
    await publish(other);
    await publish(other);
    const [one, another] = await Promise.allSettled([
      rollBack(other, { version: 1, newest: 2 }),
      rollBack(other, { version: 1, newest: 2 }),
    ]);
    expect([one?.status, another?.status].sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("is refused where an event of it is gone", async () => {
    const { id: ruleId } = await createRule(context, tickets);
    await publish(context);
    await deleteRule(context, { ruleId });
    await publish(context);
    await db().event.deleteMany({ where: { customerId: context.customer.id } });
    await expect(rollBack(context, { version: 1, newest: 2 })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    await expect(restoreRules(context, { version: 1 })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    expect(await listPublications(context)).toHaveLength(2);
  });

  test("needs the permission, and its audit row", async () => {
    await publish(context);
    const viewer = await addTestMember(context, "viewer", "Vi");
    const operator = await addTestMember(context, "operator", "Op");
    await expectRefused(
      [viewer, operator].flatMap((one) => [
        rollBack(one, { version: 1, newest: 1 }),
        restoreRules(one, { version: 1 }),
      ]),
      "forbidden",
    );
    await expect(rollBack(withBrokenAudit(context), { version: 1, newest: 1 })).rejects.toThrow();
    expect(await listPublications(context)).toHaveLength(1);
  });
});

describe("what is not published", () => {
  test("is discarded: the rules are those of the version again, under their ids", async () => {
    const { id: kept } = await createRule(context, tickets);
    const { id: gone } = await createRule(context, queueRule("Été (1)", "/ete"));
    await publish(context);
    await updateRule(context, { ruleId: kept, rule: queueRule("Tickets", "/other") });
    await deleteRule(context, { ruleId: gone });
    await createRule(context, queueRule("New"));
    expect((await getUnpublishedChanges(context)).differences.map(({ kind }) => kind)).toEqual([
      "changed",
      "added",
      "removed",
    ]);
    const restored = await restoreRules(context, { version: 1 });
    expect(restored.map(({ name, position }) => [name, position])).toEqual([
      ["Tickets", 1],
      ["Été (1)", 2],
    ]);
    expect(restored[0]?.id).toBe(kept);
    expect(await getUnpublishedChanges(context)).toMatchObject({
      hasChanges: false,
      differences: [],
    });
    expect((await auditSentences(context)).at(-1)).toBe("Ana reset the rules to version 1");
    expect(await listPublications(context)).toHaveLength(1);
  });

  test("is published as it was seen, or not at all", async () => {
    await createRule(context, tickets);
    const { seen } = await getUnpublishedChanges(context);
    await createRule(context, queueRule("Meanwhile"));
    await expect(publish(context, { seen })).rejects.toMatchObject({ code: "conflict" });
    const now = await getUnpublishedChanges(context);
    expect(await publish(context, { seen: now.seen })).toMatchObject({ version: 1 });
  });

  test("is told with the reason where it cannot be published", async () => {
    await createRule(context, tickets);
    await publish(context);
    await db().event.deleteMany({ where: { customerId: context.customer.id } });
    expect(await getUnpublishedChanges(context)).toMatchObject({
      publishedVersion: 1,
      hasChanges: true,
      differences: [],
      problem: expect.stringContaining("Rule Tickets uses a deleted event."),
    });
  });
});
