import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alwaysWaitRulesOf, buildIntegrationConfig } from "./build";
import { canonicalJson } from "./canonical-json";
import type { Rule } from "./model";
import { readRules } from "./read-rules";
import { ruleDifferences } from "./rule-differences";
import { ruleSchema } from "./rule-schema";
import { standingOf } from "./standing";

const rule = (name: string, value = `/${name}`, alwaysWait = false) =>
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
            IsIgnoreCase: true,
          },
        ],
      },
    ],
  });

const config = (rules: readonly Rule[], version = 1, sessionMinutes = 20) => ({
  alwaysWaitRules: alwaysWaitRulesOf(rules),
  config: buildIntegrationConfig({
    customer: { customerId: "demo", name: "Demo" },
    rules,
    events: ["sale", "other"].map((eventId) => ({
      eventId,
      sessionMinutes,
      sessionMode: "sliding" as const,
    })),
    version,
    publishDate: new Date(version),
    queueDomain: "room.example.com",
  }),
});

const kinds = (before: Parameters<typeof ruleDifferences>[0], after: ReturnType<typeof config>) =>
  ruleDifferences(before, after).map(({ kind, name, from, to }) => [kind, name, from, to]);

describe("what differs between two versions", () => {
  test("is nothing when only version, date and order of keys differ", () => {
    const published = JSON.parse(JSON.stringify(config([rule("a")], 1)), (_key, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    expect(ruleDifferences(published, config([rule("a")], 2))).toEqual([]);
    expect(ruleDifferences(null, config([]))).toEqual([]);
  });

  test("is every rule before the first publication, with what it says", () => {
    const [only, ...rest] = ruleDifferences(null, config([rule("a")]));
    expect(rest).toEqual([]);
    expect(only).toMatchObject({ name: "a", kind: "added", from: null, to: 1 });
    const [always] = ruleDifferences(null, config([rule("a", "/a", true)]));
    expect(always?.fields.at(-1)).toEqual({
      label: "Always show the waiting page",
      before: null,
      after: "yes",
    });
    expect(only?.fields.map(({ label, before, after }) => [label, before, after])).toEqual([
      ["When", null, "the path contains “/a”"],
      ["Then", null, "visitors go through the waiting room"],
      ["Event", null, "sale"],
    ]);
  });

  test("names added, removed and changed rules, the removed ones last", () => {
    const before = config([rule("gone"), rule("kept"), rule("changed")]);
    const after = config([rule("kept"), rule("changed", "/b"), rule("new")]);
    expect(kinds(before, after)).toEqual([
      ["changed", "changed", 3, 2],
      ["added", "new", null, 3],
      ["removed", "gone", 1, null],
    ]);
    expect(ruleDifferences(before, after)[0]).toMatchObject({
      isMoved: false,
      fields: [
        { label: "When", before: "the path contains “/changed”", after: "the path contains “/b”" },
      ],
    });
  });

  test("tells a new name from a new rule", () => {
    expect(ruleDifferences(config([rule("a", "/x")]), config([rule("b", "/x")]))).toMatchObject([
      { kind: "changed", name: "b", fields: [{ label: "Name", before: "a", after: "b" }] },
    ]);
    expect(kinds(config([rule("a", "/x")]), config([rule("b", "/y")]))).toEqual([
      ["added", "b", null, 1],
      ["removed", "a", 1, null],
    ]);
  });

  test("is only the rule that was moved, not those that it overtook", () => {
    const names = ["a", "b", "c", "d", "e"];
    const before = config(names.map((name) => rule(name)));
    const after = config(["e", "a", "b", "c", "d"].map((name) => rule(name)));
    expect(kinds(before, after)).toEqual([["moved", "e", 5, 1]]);
    expect(kinds(before, config(["b", "c", "d", "e"].map((name) => rule(name))))).toEqual([
      ["removed", "a", 1, null],
    ]);
  });

  test("says of a rule that was moved and changed that it was both", () => {
    const before = config([rule("a"), rule("b"), rule("c")]);
    const after = config([rule("c", "/new"), rule("a"), rule("b")]);
    expect(ruleDifferences(before, after)).toMatchObject([
      { kind: "changed", name: "c", from: 3, to: 1, isMoved: true },
    ]);
  });

  test("includes who always waits, and how long a session of the event lasts", () => {
    const always = ruleDifferences(config([rule("a")]), config([rule("a", "/a", true)]));
    expect(always[0]?.fields).toEqual([
      { label: "Always show the waiting page", before: "no", after: "yes" },
    ]);
    const session = ruleDifferences(config([rule("a")], 1, 20), config([rule("a")], 1, 1));
    expect(session[0]?.fields).toEqual([
      {
        label: "Session",
        before: "20 minutes, longer with each visit",
        after: "1 minute, longer with each visit",
      },
    ]);
  });

  test("shows both texts where the words are the same", () => {
    const star = (IsNegative: boolean): Rule => {
      const [trigger] = rule("a", "1").triggers;
      const parts = trigger?.TriggerParts.map((part) => ({ ...part, IsIgnoreCase: IsNegative }));
      return {
        ...rule("a"),
        triggers: [{ LogicalOperator: "And", TriggerParts: parts ?? [] }],
      };
    };
    const [only] = ruleDifferences(config([star(false)]), config([star(true)]));
    expect(only?.fields).toMatchObject([
      {
        label: "As written",
        before: expect.stringContaining('"IsIgnoreCase":false'),
        after: expect.stringContaining('"IsIgnoreCase":true'),
      },
    ]);
  });
});

const anyRule: fc.Arbitrary<Rule> = fc
  .record({
    name: fc.constantFrom("a", "b", "c", "Été (1)", "50 % off"),
    actionType: fc.constantFrom("Queue", "Cancel", "Ignore"),
    value: fc.constantFrom("/a", "/b", "*", "1"),
    negative: fc.boolean(),
    ignoreCase: fc.boolean(),
    or: fc.boolean(),
    event: fc.constantFrom("sale", "other"),
    others: fc.boolean(),
    alwaysWait: fc.boolean(),
    lane: fc.constantFrom(null, "vip"),
    layout: fc.constantFrom(null, "dark"),
    forced: fc.constantFrom(null, "https://shop.example/x"),
    domain: fc.constantFrom(null, ".shop.example"),
    secure: fc.boolean(),
  })
  .map((one) => {
    const part = {
      ValidatorType: "UrlValidator",
      Operator: "Contains",
      UrlPart: "PagePath",
      ValueToCompare: one.value,
      IsNegative: one.negative,
      IsIgnoreCase: one.ignoreCase,
    };
    const triggers = [
      {
        LogicalOperator: one.or ? "Or" : "And",
        TriggerParts: [part, { ...part, UrlPart: "PageUrl" }],
      },
    ];
    const shared = { name: one.name, triggers };
    const cookie = {
      EventId: one.event,
      InvolvedWaitingRoomIds: one.others ? ["further"] : [],
      CookieDomain: one.domain,
      IsCookieSecure: one.secure,
    };
    if (one.actionType === "Ignore") {
      return ruleSchema.parse({ ...shared, actionType: "Ignore", action: {} });
    }
    if (one.actionType === "Cancel") {
      return ruleSchema.parse({ ...shared, actionType: "Cancel", action: cookie });
    }
    return ruleSchema.parse({
      ...shared,
      actionType: "Queue",
      action: {
        ...cookie,
        LayoutName: one.layout,
        RedirectLogic: one.forced === null ? "AllowTParameter" : "ForcedTargetUrl",
        ForcedTargetUrl: one.forced,
      },
      alwaysWait: one.alwaysWait,
      lane: one.lane,
    });
  });
const anyRules = fc.uniqueArray(anyRule, { selector: ({ name }) => name, maxLength: 5 });

test("nothing that connectors or the waiting room would notice is left out", () => {
  fc.assert(
    fc.property(anyRules, anyRules, (some, others) => {
      const [before, after] = [config(some), config(others)];
      const isSame =
        canonicalJson([before.config.Integrations, before.alwaysWaitRules]) ===
        canonicalJson([after.config.Integrations, after.alwaysWaitRules]);
      const differences = ruleDifferences(before, after);
      expect(differences.length === 0).toBe(isSame);
      for (const { kind, fields } of differences) {
        if (kind !== "moved") expect(fields.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 1_000 },
  );
});

test("the rules of a version are those that it was built from", () => {
  fc.assert(
    fc.property(anyRules, (rules) => {
      expect(readRules(config(rules))).toEqual(rules);
    }),
  );
});

test("what stands is in rising order, and no longer part of the list is", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 50 }), { maxLength: 8 }), (numbers) => {
      const standing = standingOf(numbers);
      const isRising = (list: readonly number[]) =>
        list.every((one, index) => index === 0 || one > (list[index - 1] ?? 0));
      expect(isRising(standing)).toBe(true);
      const parts = Array.from({ length: 2 ** numbers.length }, (_, bits) =>
        numbers.filter((_number, index) => (bits >> index) % 2 === 1),
      );
      const longest = Math.max(...parts.filter(isRising).map(({ length }) => length));
      expect(standing.length).toBe(longest);
    }),
  );
});
