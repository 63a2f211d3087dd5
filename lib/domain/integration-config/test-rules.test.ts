import { describe, expect, test } from "vitest";
import { ruleSchema } from "./rule-schema";
import { testRules, variablesOf } from "./test-rules";

const rule = (parts: object[], LogicalOperator = "And") =>
  ruleSchema.parse({
    actionType: "Ignore",
    name: "r",
    action: {},
    triggers: [{ LogicalOperator, TriggerParts: parts }],
  });
const path = (ValueToCompare: string) => ({
  ValidatorType: "UrlValidator",
  Operator: "Contains",
  ValueToCompare,
  UrlPart: "PagePath",
});
const vip = {
  ValidatorType: "CookieValidator",
  Operator: "Equals",
  ValueToCompare: "yes; really",
  CookieName: "vip",
};

describe("trying rules out", () => {
  test("only the first rule that matches decides", () => {
    const trials = testRules([rule([path("/x")]), rule([path("/a")]), rule([path("/")])], {
      url: "https://shop.example.com/a?queueittoken=e_x~h_y",
    });
    expect(trials.map(({ isMatch, decides }) => [isMatch, decides])).toEqual([
      [false, false],
      [true, true],
      [true, false],
    ]);
  });

  test("each condition tells whether it holds", () => {
    const [both] = testRules([rule([path("/a"), vip])], { url: "https://shop.example.com/a" });
    expect(both).toEqual({
      isMatch: false,
      decides: false,
      triggers: [{ isMatch: false, parts: [true, false] }],
    });
  });

  test("cookies, headers, user agent and body are compared", () => {
    const header = {
      ValidatorType: "HttpHeaderValidator",
      Operator: "Equals",
      ValueToCompare: "1",
      HttpHeaderName: "X-Test",
    };
    const agent = {
      ValidatorType: "UserAgentValidator",
      Operator: "Contains",
      ValueToCompare: "bot",
    };
    const body = {
      ValidatorType: "RequestBodyValidator",
      Operator: "Contains",
      ValueToCompare: "q",
    };
    const [all] = testRules([rule([vip, header, agent, body])], {
      url: "https://shop.example.com/",
      cookies: { vip: "yes; really" },
      headers: { "x-test": "1" },
      userAgent: "a bot",
      body: "q=1",
    });
    expect(all?.triggers[0]?.parts).toEqual([true, true, true, true]);
    expect(all?.decides).toBe(true);
  });

  test("a variable is seen by the script in the page alone, negated or not", () => {
    const part = {
      ValidatorType: "JSVariableValidator",
      Operator: "Equals",
      ValueToCompare: "gold",
      VariableName: "shop.user.level",
      IsIgnoreCase: true,
    };
    const rules = [rule([part]), rule([{ ...part, IsNegative: true }]), rule([path("/")])];
    const trial = (level: string) => ({
      url: "https://shop.example.com/",
      variables: { "shop.user.level": level },
    });
    const decider = (level: string, connector: "server" | "page") =>
      testRules(rules, trial(level), connector).findIndex(({ decides }) => decides);
    expect([decider("Gold", "page"), decider("tin", "page"), decider("", "page")]).toEqual([
      0, 1, 1,
    ]);
    expect([decider("Gold", "server"), decider("tin", "server")]).toEqual([2, 2]);
    expect(variablesOf([...rules, ...rules])).toEqual(["shop.user.level"]);
  });

  test("a page sees neither headers nor bodies", () => {
    const hidden = [
      {
        ValidatorType: "HttpHeaderValidator",
        Operator: "Equals",
        ValueToCompare: "1",
        HttpHeaderName: "x-a",
      },
      {
        ValidatorType: "RequestBodyValidator",
        Operator: "Contains",
        ValueToCompare: "q",
        IsNegative: true,
      },
    ];
    const trial = { url: "https://shop.example.com/", headers: { "x-a": "1" }, body: "a" };
    const parts = (connector: "server" | "page") =>
      testRules([rule(hidden)], trial, connector)[0]?.triggers[0]?.parts;
    expect(parts("server")).toEqual([true, true]);
    expect(parts("page")).toEqual([false, false]);
  });

  test("no rule decides when none matches", () => {
    expect(testRules([rule([path("/x")])], { url: "https://shop.example.com/" })[0]?.decides).toBe(
      false,
    );
  });
});
