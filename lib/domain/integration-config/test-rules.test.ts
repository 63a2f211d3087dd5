import { describe, expect, test } from "vitest";
import { ruleSchema } from "./rule-schema";
import { testRules } from "./test-rules";

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

  test("no rule decides when none matches", () => {
    expect(testRules([rule([path("/x")])], { url: "https://shop.example.com/" })[0]?.decides).toBe(
      false,
    );
  });
});
