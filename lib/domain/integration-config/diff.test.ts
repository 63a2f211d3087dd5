import { describe, expect, test } from "vitest";
import { alwaysWaitRulesOf, buildIntegrationConfig } from "./build";
import { configDifference } from "./diff";
import { ruleSchema } from "./rule-schema";

const rule = (name: string, value = "/a", alwaysWait = false) =>
  ruleSchema.parse({
    actionType: "Queue",
    name,
    action: { EventId: "sale" },
    alwaysWait,
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

const config = (rules: ReturnType<typeof rule>[], version = 1, sessionMinutes = 20) => ({
  alwaysWaitRules: alwaysWaitRulesOf(rules),
  config: buildIntegrationConfig({
    customer: { customerId: "demo", name: "Demo" },
    rules,
    events: [{ eventId: "sale", sessionMinutes, sessionMode: "sliding" }],
    version,
    publishDate: new Date(version),
    queueDomain: "room.example.com",
  }),
});

const NONE = {
  added: [],
  removed: [],
  changed: [],
  alwaysWaitOn: [],
  alwaysWaitOff: [],
  isReordered: false,
  hasChanges: false,
};

describe("unpublished changes", () => {
  test("are none when only version, date and order of keys differ", () => {
    const published = JSON.parse(JSON.stringify(config([rule("a")], 1)), (_key, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    expect(configDifference(published, config([rule("a")], 2))).toEqual(NONE);
  });

  test("are every rule before the first publication, and none without rules", () => {
    expect(configDifference(null, config([rule("a")]))).toEqual({
      ...NONE,
      added: ["a"],
      hasChanges: true,
    });
    expect(configDifference(null, config([]))).toEqual(NONE);
  });

  test("tell added, removed and changed rules apart", () => {
    const before = config([rule("kept"), rule("changed"), rule("gone")]);
    const after = config([rule("kept"), rule("changed", "/b"), rule("new")]);
    expect(configDifference(before, after)).toEqual({
      added: ["new"],
      removed: ["gone"],
      changed: ["changed"],
      alwaysWaitOn: [],
      alwaysWaitOff: [],
      isReordered: false,
      hasChanges: true,
    });
  });

  test("name the rules whose visitors would begin or cease to always wait", () => {
    const before = config([rule("on"), rule("off", "/a", true), rule("gone", "/a", true)]);
    const after = config([rule("on", "/a", true), rule("off"), rule("new", "/a", true)]);
    expect(configDifference(before, after)).toEqual({
      ...NONE,
      added: ["new"],
      removed: ["gone"],
      changed: ["on", "off"],
      alwaysWaitOn: ["on", "new"],
      alwaysWaitOff: ["off"],
      hasChanges: true,
    });
    expect(after.config.Integrations[0]).toEqual(config([rule("on")]).config.Integrations[0]);
  });

  test("include another order, because the first match decides", () => {
    const before = config([rule("a"), rule("b")]);
    const after = config([rule("b"), rule("a")]);
    expect(configDifference(before, after)).toMatchObject({ isReordered: true, hasChanges: true });
    expect(configDifference(before, config([rule("b")])).isReordered).toBe(false);
  });

  test("include a session of the event that changed", () => {
    expect(
      configDifference(config([rule("a")], 1, 20), config([rule("a")], 1, 30)).changed,
    ).toEqual(["a"]);
  });
});
