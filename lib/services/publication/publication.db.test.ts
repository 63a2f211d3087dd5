import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/context";
import { updateEvent } from "@/lib/services/event/update";
import { createRule } from "@/lib/services/rule/create";
import { deleteRule } from "@/lib/services/rule/delete";
import { listRules } from "@/lib/services/rule/list";
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
import { getPublication } from "./get";
import { getBrowserRules } from "./get-browser-rules";
import { getUnpublishedChanges } from "./get-changes";
import { listPublications } from "./list";
import { publish } from "./publish";
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
    expect(await getUnpublishedChanges(context)).toMatchObject({ added: ["Tickets"] });
    await publish(context);
    expect(await getUnpublishedChanges(context)).toMatchObject({
      publishedVersion: 1,
      hasChanges: false,
    });
    await updateEvent(context, { eventId: "sale", sessionMinutes: 5 });
    expect(await getUnpublishedChanges(context)).toMatchObject({
      changed: ["Tickets"],
      hasChanges: true,
    });
    const [rule] = await listRules(context);
    await deleteRule(context, { ruleId: rule?.id ?? "" });
    expect(await getUnpublishedChanges(context)).toMatchObject({ removed: ["Tickets"] });
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
      "Ana opened the rules to browsers",
      "Ana closed the rules to browsers",
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
