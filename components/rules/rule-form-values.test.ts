import { describe, expect, test } from "vitest";
import type { Trigger, TriggerPart } from "@/lib/domain/integration-config/model";
import type { RuleView } from "@/lib/services/sites/rule/rule-view";
import {
  BY_EVENT,
  gatherRuleErrors,
  NEW_PART,
  newRuleValues,
  suggestName,
  toRuleFormValues,
  toRuleInput,
} from "./rule-form-values";

const STORED = {
  id: "r1",
  position: 1,
  warnings: [],
  managedBy: null,
  seen: "",
  createdAt: "",
  updatedAt: "",
};
const NONE = { UrlPart: null, CookieName: null, HttpHeaderName: null, VariableName: null };
const PAGE: TriggerPart = {
  ...NONE,
  ...{ ValidatorType: "UrlValidator" as const, UrlPart: "PagePath" as const },
  ...{ Operator: "Contains" as const, ValueToCompare: "/tickets", ValuesToCompare: null },
  ...{ IsNegative: false, IsIgnoreCase: true },
};
const COOKIE: TriggerPart = {
  ...NONE,
  ...{ ValidatorType: "CookieValidator" as const, CookieName: "vip" },
  ...{ Operator: "EqualsAny" as const, ValueToCompare: null, ValuesToCompare: ["a", "b c"] },
  ...{ IsNegative: true, IsIgnoreCase: false },
};
const triggers: Trigger[] = [
  { LogicalOperator: "And", TriggerParts: [PAGE, COOKIE] },
  { LogicalOperator: "Or", TriggerParts: [COOKIE] },
];
const COOKIES = { CookieDomain: "", IsCookieHttpOnly: true, IsCookieSecure: false };
const queue = {
  ...{ EventId: "spring", InvolvedWaitingRoomIds: ["spring", "autumn"], ...COOKIES },
  ...{ LayoutName: "", Culture: "", RedirectLogic: "ForcedTargetUrl" as const },
  ForcedTargetUrl: "https://shop.example/",
};

const OF_FANS = {
  ...STORED,
  ...{ name: "Tickets", actionType: "Queue" as const, action: queue, triggers },
};

const RULES: readonly RuleView[] = [
  { ...OF_FANS, alwaysWait: true, lane: "fans" },
  { ...OF_FANS, alwaysWait: false, lane: null },
  {
    ...STORED,
    ...{ name: "Leave", actionType: "Cancel", triggers },
    action: { EventId: "spring", InvolvedWaitingRoomIds: [], ...COOKIES },
  },
  { ...STORED, name: "Staff", actionType: "Ignore", action: {}, triggers },
];

describe("the form of a rule", () => {
  test.each(RULES)("sends $actionType as it was stored", (rule) => {
    const { id, position, warnings, seen, managedBy, createdAt, updatedAt, ...stored } = rule;
    expect(toRuleInput(toRuleFormValues(rule))).toMatchObject(stored);
  });

  test("sends of a condition only what its kind looks at", () => {
    const values = newRuleValues("spring");
    const typed = { ...NEW_PART, CookieName: "typed before", ValueToCompare: "/a" };
    const [trigger] = toRuleInput({
      ...values,
      triggers: [{ LogicalOperator: "And", TriggerParts: [typed] }],
    }).triggers;
    expect(trigger?.TriggerParts[0]).not.toHaveProperty("CookieName", "typed before");
    expect(trigger?.TriggerParts[0]).toMatchObject({ UrlPart: "PagePath", ValueToCompare: "/a" });
  });

  test("has no lane of its own for what does not queue", () => {
    const [, , cancel] = RULES;
    if (cancel === undefined) throw new Error("There are four rules.");
    expect(toRuleFormValues(cancel)).toMatchObject({ lane: BY_EVENT, alwaysWait: false });
  });
});

test.each([
  [{ ValueToCompare: " /tickets " }, "/tickets"],
  [{ ValueToCompare: "*" }, "Everything"],
  [{ ValueToCompare: "x".repeat(90) }, "x".repeat(60)],
  [{ Operator: "EqualsAny", ValueToCompare: "no", ValuesToCompare: "\nfirst\nsecond" }, "first"],
  [{ Operator: "ContainsAny", ValuesToCompare: "" }, ""],
] as const)("what compares with %j is called %j", (part, name) => {
  const triggers = [{ LogicalOperator: "And" as const, TriggerParts: [{ ...NEW_PART, ...part }] }];
  expect(suggestName({ triggers })).toBe(name);
});

test("a name that was typed stays", () => {
  expect(toRuleInput({ ...newRuleValues("spring"), name: "Mine" }).name).toBe("Mine");
});

test("the reason about one line stands at the field that holds all of them", () => {
  const refused = {
    "rule.triggers.0.TriggerParts.1.ValuesToCompare.3": "Too long.",
    "rule.action.InvolvedWaitingRoomIds.0": "No such event.",
    "rule.name": "Enter a name.",
  };
  expect(gatherRuleErrors(refused)).toEqual({
    "triggers.0.TriggerParts.1.ValuesToCompare": "Too long.",
    "action.InvolvedWaitingRoomIds": "No such event.",
    name: "Enter a name.",
  });
});
