import { expect, test } from "vitest";
import { listKey } from "@/lib/domain/address-list/list-schema";
import { accessRulesSchema } from "./access-rule-schema";

const SCORE = { subject: "bot-score", number: 20 };
const CRAWLER = { subject: "crawler", isNot: true };
const AGENT = { subject: "user-agent", comparison: "contains", values: ["curl"] };

function parse(conditions: readonly unknown[], action: unknown, id = 1) {
  return accessRulesSchema.safeParse({ rules: [{ id, name: "a rule", conditions, action }] });
}

test.each([
  ["a score", [SCORE]],
  ["a score twice", [SCORE, SCORE]],
  ["a score and nearly everybody", [SCORE, CRAWLER]],
])("nobody gets into the false queue by %s alone", (_name, conditions) => {
  const result = parse(conditions, { type: "false-queue" });
  expect(result.error?.issues[0]?.message).toContain("on a bot score alone");
  expect(parse(conditions, { type: "challenge" }).success).toBe(true);
  expect(parse([...conditions, AGENT], { type: "false-queue" }).success).toBe(true);
});

test.each([
  ["no condition", [], "Add at least one condition."],
  ["too many conditions", Array.from({ length: 11 }, () => AGENT), "At most 10 conditions."],
  ["no address", [{ subject: "address", values: ["here"] }], "Enter an IP address"],
  ["no country", [{ subject: "country", values: ["Germany"] }], "two-letter"],
  ["a header without a name", [{ subject: "header", values: ["1"] }], "the header name"],
  ["joins without a number", [{ subject: "joins" }], "Enter a number."],
  ["no value", [{ subject: "path" }], "at least one value"],
])("refuses %s", (_name, conditions, message) => {
  const result = parse(conditions, { type: "join" });
  expect(result.error?.issues.map((issue) => issue.message).join()).toContain(message);
});

test("a rule takes the key of every list that can be created", () => {
  const key = "k".repeat(60);
  expect(listKey.safeParse(key).success).toBe(true);
  expect(parse([{ subject: "list", values: [key] }], { type: "join" }).success).toBe(true);
  expect(parse([{ subject: "list", values: [`${key}k`] }], { type: "join" }).success).toBe(false);
});

test("what a subject does not use is empty, so that equal rules are equal", () => {
  const filled = { ...AGENT, subject: "crawler", name: "x", number: 3, per: "run" };
  const bare = parse([{ subject: "crawler" }], { type: "join" });
  expect(parse([filled], { type: "join" }).data).toEqual(bare.data);
});

test("refuses the same number twice, more than 100 rules, and a block without a reason", () => {
  const rule = (id: number) => ({ id, name: "x", conditions: [AGENT], action: { type: "join" } });
  const rules = (count: number) => Array.from({ length: count }, (_, index) => rule(index + 1));
  expect(accessRulesSchema.safeParse({ rules: rules(100) }).success).toBe(true);
  expect(accessRulesSchema.safeParse({ rules: rules(101) }).success).toBe(false);
  expect(accessRulesSchema.safeParse({ rules: [rule(1), rule(1)] }).success).toBe(false);
  expect(parse([AGENT], { type: "block", reason: " " }).success).toBe(false);
});
