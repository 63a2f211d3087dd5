import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import type { RuleInput } from "@/lib/domain/integration-config/rule-schema";
import type { ServiceContext } from "@/lib/services/context";
import { createEvent } from "@/lib/services/event/create";
import {
  addTestMember,
  auditSentences,
  createTestCustomer,
  outboxOf,
  withBrokenAudit,
} from "@/test/customer";
import { expectRefused } from "@/test/refusals";
import { createRule } from "./create";
import { deleteRule } from "./delete";
import { getRule } from "./get";
import { listRules } from "./list";
import { reorderRules } from "./reorder";
import { updateRule } from "./update";

let context: ServiceContext;
beforeEach(async () => {
  context = await createTestCustomer();
  await createEvent(context, {
    eventId: "sale",
    name: "Sale",
    kind: "always-on",
    targetUrl: "https://shop.example/tickets",
  });
});
afterAll(disconnectDb);

const queue = (name: string, value = "/tickets", eventId = "sale"): RuleInput => ({
  actionType: "Queue",
  name,
  action: { EventId: eventId },
  triggers: [
    {
      TriggerParts: [
        {
          ValidatorType: "UrlValidator",
          Operator: "Contains",
          ValueToCompare: value,
          UrlPart: "PagePath",
        },
      ],
    },
  ],
});
const names = async () => (await listRules(context)).map(({ name }) => name);

describe("rules", () => {
  test("a new rule stands last, is audited, and is not told to anybody before it is published", async () => {
    await createRule(context, queue("First"));
    const second = await createRule(context, queue("Second"));
    expect(second).toMatchObject({ position: 2, actionType: "Queue", warnings: [] });
    expect(await getRule(context, { ruleId: second.id })).toEqual(second);
    expect(await names()).toEqual(["First", "Second"]);
    expect(await auditSentences(context)).toEqual([
      "Ana created the event Sale",
      "Ana added the rule First",
      "Ana added the rule Second",
    ]);
    expect((await outboxOf(context)).filter((row) => row.startsWith("customer"))).toEqual([]);
  });

  test("a rule needs an event of the same customer", async () => {
    const other = await createTestCustomer();
    await createEvent(other, {
      eventId: "theirs",
      name: "Theirs",
      kind: "always-on",
      targetUrl: "https://shop.example/",
    });
    await expect(createRule(context, queue("A", "/a", "theirs"))).rejects.toMatchObject({
      code: "invalid",
      fields: { "action.EventId": expect.stringContaining("theirs") },
    });
    expect(await names()).toEqual([]);
  });

  test("two rules of a customer cannot have one name, those of two customers can", async () => {
    const first = await createRule(context, queue("Same"));
    await expect(createRule(context, queue("Same"))).rejects.toMatchObject({ code: "conflict" });
    await expect(
      updateRule(context, { ruleId: first.id, rule: queue("Same", "/other") }),
    ).resolves.toMatchObject({ position: 1 });
    const other = await createTestCustomer();
    await expect(
      createRule(other, { ...queue("Same"), actionType: "Ignore", action: {} }),
    ).resolves.toMatchObject({ name: "Same" });
  });

  test("an update replaces the rule, keeps its place and audits both sides", async () => {
    const first = await createRule(context, queue("First"));
    await createRule(context, queue("Second"));
    const updated = await updateRule(context, { ruleId: first.id, rule: queue("Renamed", "/b") });
    expect(updated).toMatchObject({ id: first.id, name: "Renamed", position: 1 });
    expect(await names()).toEqual(["Renamed", "Second"]);
    expect((await auditSentences(context)).at(-1)).toBe("Ana changed the rule Renamed");
  });

  test("deleting closes the gap", async () => {
    await createRule(context, queue("A"));
    const second = await createRule(context, queue("B"));
    await createRule(context, queue("C"));
    await deleteRule(context, { ruleId: second.id });
    expect((await listRules(context)).map(({ name, position }) => [name, position])).toEqual([
      ["A", 1],
      ["C", 2],
    ]);
    expect((await auditSentences(context)).at(-1)).toBe("Ana deleted the rule B");
    await expect(getRule(context, { ruleId: second.id })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("a new order holds exactly the rules that exist", async () => {
    const ids: string[] = [];
    for (const name of ["A", "B", "C"]) ids.push((await createRule(context, queue(name))).id);
    const [a = "", b = "", c = ""] = ids;
    const ordered = await reorderRules(context, { ruleIds: [c, a, b] });
    expect(ordered.map(({ name, position }) => [name, position])).toEqual([
      ["C", 1],
      ["A", 2],
      ["B", 3],
    ]);
    for (const ruleIds of [
      [a, b],
      [a, b, b],
      [a, b, c, "rul_x"],
      [a, b, "rul_x"],
    ]) {
      await expect(reorderRules(context, { ruleIds })).rejects.toMatchObject({ code: "conflict" });
    }
    expect(await names()).toEqual(["C", "A", "B"]);
    expect((await auditSentences(context)).at(-1)).toBe("Ana changed the order of the rules");
  });

  test("rules added at the same moment get different places", async () => {
    await Promise.all(["A", "B", "C", "D", "E"].map((name) => createRule(context, queue(name))));
    expect((await listRules(context)).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
  });

  test("the list says which rule hides the ones behind it", async () => {
    await createRule(context, queue("A"));
    await createRule(context, queue("Everything", "*"));
    await createRule(context, queue("Hidden"));
    const listed = await listRules(context);
    expect(listed.map(({ hiddenBy }) => hiddenBy)).toEqual([null, null, "Everything"]);
    expect(listed[1]?.warnings).toMatchObject([{ code: "always-true" }]);
  });

  test("another customer's rule is not found by any verb", async () => {
    const { id: ruleId } = await createRule(context, queue("Mine"));
    const other = await createTestCustomer();
    const rule: RuleInput = { ...queue("Taken"), actionType: "Ignore", action: {} };
    await expectRefused(
      [
        getRule(other, { ruleId }),
        deleteRule(other, { ruleId }),
        updateRule(other, { ruleId, rule }),
      ],
      "not_found",
    );
    await expect(reorderRules(other, { ruleIds: [ruleId] })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await listRules(other)).toEqual([]);
    expect(await names()).toEqual(["Mine"]);
  });

  test("a viewer reads rules and changes none", async () => {
    const { id: ruleId } = await createRule(context, queue("Mine"));
    const viewer = await addTestMember(context, "viewer", "Vi");
    expect(await listRules(viewer)).toHaveLength(1);
    await expectRefused(
      [
        createRule(viewer, queue("New")),
        updateRule(viewer, { ruleId, rule: queue("New") }),
        deleteRule(viewer, { ruleId }),
        reorderRules(viewer, { ruleIds: [ruleId] }),
      ],
      "forbidden",
    );
    const nobody = { ...context, permissions: new Set<never>() };
    await expect(listRules(nobody)).rejects.toMatchObject({ code: "forbidden" });
    await expect(getRule(nobody, { ruleId })).rejects.toMatchObject({ code: "forbidden" });
  });

  test("a change whose audit row cannot be written does not happen", async () => {
    const { id: ruleId } = await createRule(context, queue("Mine"));
    const broken = withBrokenAudit(context);
    await expect(createRule(broken, queue("New"))).rejects.toThrow();
    await expect(deleteRule(broken, { ruleId })).rejects.toThrow();
    await expect(updateRule(broken, { ruleId, rule: queue("New") })).rejects.toThrow();
    expect(await names()).toEqual(["Mine"]);
  });
});
