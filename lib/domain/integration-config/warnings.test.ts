import { describe, expect, test } from "vitest";
import type { TriggerPart } from "./model";
import { triggerPartSchema } from "./rule-schema";
import { testRules } from "./test-rules";
import { matchesEverything, ruleWarnings } from "./warnings";

const BASE: TriggerPart = triggerPartSchema.parse({
  ValidatorType: "UrlValidator",
  Operator: "Contains",
  ValueToCompare: "/tickets",
  UrlPart: "PagePath",
});

const ruleOf = (parts: Partial<TriggerPart>[], LogicalOperator: "And" | "Or" = "And") => ({
  actionType: "Ignore" as const,
  triggers: [{ LogicalOperator, TriggerParts: parts.map((part) => ({ ...BASE, ...part })) }],
});
const codes = (part: Partial<TriggerPart>) => ruleWarnings(ruleOf([part])).map(({ code }) => code);

describe("warnings of a rule", () => {
  test("a plain rule has none", () => {
    expect(codes({})).toEqual([]);
  });

  test.each<[string, Partial<TriggerPart>, string]>([
    ["Contains * with a negation", { ValueToCompare: "*", IsNegative: true }, "negative-ignored"],
    ["Contains *", { ValueToCompare: "*" }, "always-true"],
    ["Contains nothing", { ValueToCompare: "" }, "always-true"],
    ["not Contains nothing", { ValueToCompare: "", IsNegative: true }, "never-true"],
    [
      "a list with *",
      { Operator: "ContainsAny", ValueToCompare: null, ValuesToCompare: ["/a", "*"] },
      "always-true",
    ],
    [
      "a host with a port",
      { UrlPart: "HostName", ValueToCompare: "a.b:8080", IsIgnoreCase: true },
      "host-with-port",
    ],
    ["a host by exact case", { UrlPart: "HostName", ValueToCompare: "a.b" }, "host-case"],
    ["a path with a query", { ValueToCompare: "/a?b=1" }, "never-true"],
    ["a path without a slash", { Operator: "Equals", ValueToCompare: "tickets" }, "never-true"],
    ["a fragment", { UrlPart: "PageUrl", ValueToCompare: "#top" }, "never-true"],
    [
      "a whole address without a scheme",
      { UrlPart: "PageUrl", Operator: "Equals", ValueToCompare: "a.b/c" },
      "never-true",
    ],
    ["umlauts in any case", { ValueToCompare: "/büro", IsIgnoreCase: true }, "case-beyond-ascii"],
    [
      "a cookie with a space",
      { ValidatorType: "CookieValidator", UrlPart: null, CookieName: "a", ValueToCompare: "b c" },
      "cookie-not-decoded",
    ],
    [
      "a variable of the page",
      { ValidatorType: "JSVariableValidator", UrlPart: null, VariableName: "shop.level" },
      "only-in-pages",
    ],
    ["a body", { ValidatorType: "RequestBodyValidator", UrlPart: null }, "body-not-always-read"],
  ])("%s", (_what, part, code) => {
    expect(codes(part)).toContain(code);
  });

  test("name the trigger and the condition", () => {
    const rule = {
      triggers: [...ruleOf([{}]).triggers, ...ruleOf([{}, { ValueToCompare: "*" }]).triggers],
    };
    expect(ruleWarnings(rule)).toMatchObject([{ code: "always-true", trigger: 1, part: 1 }]);
  });

  test("two demands that exclude each other, unless either is enough", () => {
    const parts = [
      { Operator: "Equals", ValueToCompare: "/a" },
      { Operator: "Equals", ValueToCompare: "/b" },
    ] as const;
    expect(ruleWarnings(ruleOf([...parts])).map(({ code }) => code)).toEqual([
      "contradicts-itself",
    ]);
    expect(ruleWarnings(ruleOf([...parts], "Or"))).toEqual([]);
  });

  test("what a page sees together with what only a server sees", () => {
    const parts: Partial<TriggerPart>[] = [
      { ValidatorType: "JSVariableValidator", UrlPart: null, VariableName: "shop.level" },
      { ValidatorType: "HttpHeaderValidator", UrlPart: null, HttpHeaderName: "x-a" },
    ];
    const trial = {
      url: "https://a.b/",
      headers: [["x-a", "/tickets"]] as const,
      variables: { "shop.level": "/tickets" },
    };
    const [together, either] = [ruleOf(parts), ruleOf(parts, "Or")];
    for (const connector of ["server", "page"] as const) {
      const matches = testRules([together, either], trial, connector).rules.map(
        ({ isMatch }) => isMatch,
      );
      expect(matches).toEqual([false, true]);
    }
    expect(ruleWarnings(together).map(({ code }) => code)).toContain("seen-by-nobody");
    expect(ruleWarnings(either).map(({ code }) => code)).not.toContain("seen-by-nobody");
  });

  test.each([
    ["^/tickets", true],
    ["/tickets$", true],
    ["/tickets/.*", true],
    ["/tickets*", true],
    ["*.example.com", true],
    ["/ticket\\d", true],
    ["*", false],
    ["/tickets", false],
    ["/tickets.html", false],
    ["?price=$5&a=b", false],
    ["/a+b", false],
  ])("%s looks like a pattern: %s", (ValueToCompare, isLike) => {
    const codes = ruleWarnings(ruleOf([{ ValueToCompare, UrlPart: "PageUrl" }])).map(
      ({ code }) => code,
    );
    expect(codes.includes("no-pattern")).toBe(isLike);
  });

  test.each<[string, Partial<TriggerPart>[], "And" | "Or"]>([
    ["a star", [{ ValueToCompare: "*" }], "And"],
    ["a negated star", [{ ValueToCompare: "*", IsNegative: true }], "And"],
    ["a star or something", [{ ValueToCompare: "*" }, { ValueToCompare: "/x" }], "Or"],
    ["the empty text", [{ ValueToCompare: "" }], "And"],
  ])("%s matches everything, as connectors see it", (_what, parts, operator) => {
    const rule = ruleOf(parts, operator);
    expect(matchesEverything(rule)).toBe(true);
    expect(testRules([rule], { url: "https://a.b/anything" }).rules[0]?.isMatch).toBe(true);
  });

  test.each<[string, Partial<TriggerPart>[], "And" | "Or"]>([
    ["a star and something", [{ ValueToCompare: "*" }, { ValueToCompare: "/x" }], "And"],
    [
      "a star in a cookie",
      [{ ValidatorType: "CookieValidator", CookieName: "a", ValueToCompare: "*", UrlPart: null }],
      "And",
    ],
    [
      "a negated list with a star",
      [{ Operator: "ContainsAny", ValuesToCompare: ["*"], IsNegative: true }],
      "And",
    ],
  ])("%s does not match everything", (_what, parts, operator) => {
    const rule = ruleOf(parts, operator);
    expect(matchesEverything(rule)).toBe(false);
    expect(testRules([rule], { url: "https://a.b/anything" }).rules[0]?.isMatch).toBe(false);
  });
});
