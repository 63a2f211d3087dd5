import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { RuleInput } from "@/lib/domain/integration-config/rule-schema";
import { createEvent } from "@/lib/services/event/manage/create";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { ServiceContext } from "@/lib/services/ground/context";
import { publish } from "@/lib/services/sites/publication/publish";
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
import { createRule } from "./create";
import { deleteRule } from "./delete";
import { getRule } from "./get";
import { listRules } from "./list";
import { reorderRules } from "./reorder";
import { updateRule } from "./update";

let context: ServiceContext;
beforeEach(async () => {
  context = await createCustomerWithSale();
});
afterAll(disconnectDb);

const names = async () => (await listRules(context)).map(({ name }) => name);

describe("rules", () => {
  test("a new rule stands last, is audited, and is not told to anybody before it is published", async () => {
    await createRule(context, queueRule("First"));
    const second = await createRule(context, queueRule("Second"));
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

  test("a rule that looks at no variable is stored as it was before there were any", async () => {
    const part = {
      ValidatorType: "JSVariableValidator" as const,
      Operator: "Equals" as const,
      ValueToCompare: "1",
      VariableName: "shop.level",
    };
    await createRule(context, queueRule("Path"));
    const { id } = await createRule(context, {
      ...queueRule("Variable"),
      triggers: [{ TriggerParts: [part] }],
    });
    const rows = await db().rule.findMany({
      orderBy: { position: "asc" },
      where: { customerId: context.customer.id },
    });
    expect(rows.map((row) => JSON.stringify(row.triggers).includes("VariableName"))).toEqual([
      false,
      true,
    ]);
    expect((await getRule(context, { ruleId: id })).triggers[0]?.TriggerParts[0]).toMatchObject({
      VariableName: "shop.level",
    });
  });

  test("a rule needs an event of the same customer", async () => {
    const other = await createTestCustomer();
    await createEvent(other, {
      eventId: "theirs",
      name: "Theirs",
      kind: "always-on",
      targetUrl: "https://shop.example/",
    });
    await expect(createRule(context, queueRule("A", "/a", "theirs"))).rejects.toMatchObject({
      code: "invalid",
      fields: { "action.EventId": expect.stringContaining("theirs") },
    });
    expect(await names()).toEqual([]);
  });

  test("its lane is one of the event's, stays with it, and can be taken away", async () => {
    const lane = (key: string) => ({ key, name: key, weight: 10, fromRelativeQuality: null });
    await updateEvent(context, {
      eventId: "sale",
      lanes: { mode: "ordered", defaultLane: "main", lanes: [lane("vip"), lane("main")] },
    });
    await expect(createRule(context, { ...queueRule("A"), lane: "gold" })).rejects.toMatchObject({
      code: "invalid",
      fields: { lane: "The event sale has no lane with the key gold." },
    });
    const rule = await createRule(context, { ...queueRule("A"), lane: "vip" });
    expect(await getRule(context, { ruleId: rule.id })).toMatchObject({ lane: "vip" });
    expect((await publish(context)).config.Integrations).toMatchObject([{ Lane: "vip" }]);
    await updateRule(context, { ruleId: rule.id, rule: queueRule("A") });
    expect(await getRule(context, { ruleId: rule.id })).toMatchObject({ lane: null });
    expect((await publish(context)).config.Integrations[0]).not.toHaveProperty("Lane");
  });

  test("further events are the customer's own as well", async () => {
    const later = { eventId: "later", name: "Later", kind: "always-on" } as const;
    await createEvent(context, { ...later, targetUrl: "https://shop.example/" });
    const other = await createTestCustomer();
    await createEvent(other, { ...later, eventId: "theirs", targetUrl: "https://shop.example/" });
    const naming = (...ids: string[]): RuleInput => ({
      ...queueRule("A"),
      action: { EventId: "sale", InvolvedWaitingRoomIds: ids },
    });
    await expect(createRule(context, naming("later", "theirs"))).rejects.toMatchObject({
      code: "invalid",
      fields: { "action.InvolvedWaitingRoomIds": expect.stringContaining("theirs") },
    });
    expect(await createRule(context, naming("later", "later"))).toMatchObject({
      action: { InvolvedWaitingRoomIds: ["later"] },
    });
  });

  test("two rules of a customer cannot have one name, those of two customers can", async () => {
    const first = await createRule(context, queueRule("Same"));
    await expect(createRule(context, queueRule("Same"))).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(
      updateRule(context, { ruleId: first.id, rule: queueRule("Same", "/other") }),
    ).resolves.toMatchObject({ position: 1 });
    const other = await createTestCustomer();
    await expect(
      createRule(other, { ...queueRule("Same"), actionType: "Ignore", action: {} }),
    ).resolves.toMatchObject({ name: "Same" });
  });

  test("an update replaces the rule, keeps its place and audits both sides", async () => {
    const first = await createRule(context, queueRule("First"));
    await createRule(context, queueRule("Second"));
    const updated = await updateRule(context, {
      ruleId: first.id,
      rule: queueRule("Renamed", "/b"),
    });
    expect(updated).toMatchObject({ id: first.id, name: "Renamed", position: 1 });
    expect(await names()).toEqual(["Renamed", "Second"]);
    expect((await auditSentences(context)).at(-1)).toBe("Ana changed the rule Renamed");
  });

  test("an update replaces only what its author saw", async () => {
    const { id: ruleId, seen } = await createRule(context, queueRule("First"));
    await createRule(context, queueRule("Second"));
    const [second] = (await listRules(context)).slice(-1);
    await reorderRules(context, { ruleIds: [second?.id ?? "", ruleId] });
    await updateRule(context, { ruleId, seen, rule: queueRule("First", "/theirs") });
    await expect(
      updateRule(context, { ruleId, seen, rule: queueRule("First", "/mine") }),
    ).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Queue → sale, when the path contains “/theirs”"),
    });
    expect(await getRule(context, { ruleId })).toMatchObject({
      triggers: [{ TriggerParts: [{ ValueToCompare: "/theirs" }] }],
    });
  });

  test("a new order is audited beside the one before", async () => {
    const first = await createRule(context, queueRule("First"));
    const second = await createRule(context, queueRule("Second"));
    await reorderRules(context, { ruleIds: [second.id, first.id] });
    const where = { customerId: context.customer.id, verb: "rule.reorder" };
    expect(await db().auditEntry.findFirst({ where })).toMatchObject({
      details: { rules: { from: ["First", "Second"], to: ["Second", "First"] } },
    });
  });

  test("deleting closes the gap", async () => {
    await createRule(context, queueRule("A"));
    const second = await createRule(context, queueRule("B"));
    await createRule(context, queueRule("C"));
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
    for (const name of ["A", "B", "C"]) ids.push((await createRule(context, queueRule(name))).id);
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
    await Promise.all(
      ["A", "B", "C", "D", "E"].map((name) => createRule(context, queueRule(name))),
    );
    expect((await listRules(context)).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
  });

  test("the list says which rule hides the ones behind it", async () => {
    await createRule(context, queueRule("A"));
    await createRule(context, queueRule("Everything", "*"));
    await createRule(context, queueRule("Hidden"));
    const listed = await listRules(context);
    expect(listed.map(({ hiddenBy }) => hiddenBy)).toEqual([null, null, "Everything"]);
    expect(listed[1]?.warnings).toMatchObject([{ code: "always-true" }]);
  });

  test("another customer's rule is not found by any verb", async () => {
    const { id: ruleId } = await createRule(context, queueRule("Mine"));
    const other = await createTestCustomer();
    const rule: RuleInput = { ...queueRule("Taken"), actionType: "Ignore", action: {} };
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
    const { id: ruleId } = await createRule(context, queueRule("Mine"));
    const viewer = await addTestMember(context, "viewer", "Vi");
    expect(await listRules(viewer)).toHaveLength(1);
    await expectRefused(
      [
        createRule(viewer, queueRule("New")),
        updateRule(viewer, { ruleId, rule: queueRule("New") }),
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
    const { id: ruleId } = await createRule(context, queueRule("Mine"));
    const broken = withBrokenAudit(context);
    await expect(createRule(broken, queueRule("New"))).rejects.toThrow();
    await expect(deleteRule(broken, { ruleId })).rejects.toThrow();
    await expect(updateRule(broken, { ruleId, rule: queueRule("New") })).rejects.toThrow();
    expect(await names()).toEqual(["Mine"]);
  });
});
