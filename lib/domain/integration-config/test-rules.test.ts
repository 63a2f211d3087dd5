import { describe, expect, test } from "vitest";
import { ruleSchema } from "./rule-schema";
import { credentialsIn, testRules, variablesOf } from "./test-rules";

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
    const { rules: trials } = testRules(
      [rule([path("/x")]), rule([path("/a")]), rule([path("/")])],
      { url: "https://shop.example.com/a?queueittoken=e_x~h_y" },
    );
    expect(trials.map(({ isMatch, decides }) => [isMatch, decides])).toEqual([
      [false, false],
      [true, true],
      [true, false],
    ]);
  });

  test("each condition tells whether it holds, and what the connector saw", () => {
    const [both] = testRules([rule([path("/a"), vip])], {
      url: "https://shop.example.com/a",
    }).rules;
    expect(both).toEqual({
      isMatch: false,
      decides: false,
      triggers: [
        {
          isMatch: false,
          parts: [
            { isMet: true, seen: "/a" },
            { isMet: false, seen: "" },
          ],
        },
      ],
    });
  });

  test("what is seen keeps its case, also where case does not count", () => {
    const [one] = testRules([rule([{ ...path("/tickets"), IsIgnoreCase: true }])], {
      url: "https://shop.example.com/Tickets",
    }).rules;
    expect(one?.triggers[0]?.parts).toEqual([{ isMet: true, seen: "/Tickets" }]);
  });

  test("an address that servers read in several ways is protected under each", () => {
    const open = rule([path("/help")]);
    const queue = ruleSchema.parse({
      ...rule([path("/tickets")]),
      actionType: "Queue",
      action: { EventId: "sale" },
    });
    const { rules, readings } = testRules([open, queue], {
      url: "https://shop.example.com/help/..%2ftickets",
    });
    expect(readings).toEqual([
      "https://shop.example.com/help/..%2ftickets",
      "https://shop.example.com/help/..%2Ftickets",
      "https://shop.example.com/tickets",
    ]);
    expect(rules.map(({ decides }) => decides)).toEqual([false, true]);
    expect(rules[1]?.triggers[0]?.parts[0]?.seen).toBe("/tickets");
  });

  test("says what may let the visitor in", () => {
    const url = "https://shop.example.com/a";
    const cookie = ["Cookie", "a=1; QueueITAccepted-SDFrts345E-V3_sale=x"] as const;
    expect(credentialsIn({ url, headers: [cookie] }, ["sale"])).toEqual({
      hasSession: true,
      hasToken: false,
    });
    expect(credentialsIn({ url, headers: [cookie] }, ["other"]).hasSession).toBe(false);
    expect(credentialsIn({ url: `${url}?queueittoken=e_x` }, ["sale"]).hasToken).toBe(true);
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
      headers: [
        ["Cookie", "lang=en"],
        ["X-Test", "1"],
        ["User-Agent", "a bot"],
        ["Cookie", "vip=yes%3B%20really"],
      ],
      body: "q=1",
    }).rules;
    expect(all?.triggers[0]?.parts.map(({ isMet }) => isMet)).toEqual([true, true, true, true]);
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
      testRules(rules, trial(level), connector).rules.findIndex(({ decides }) => decides);
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
    const trial = { url: "https://shop.example.com/", headers: [["x-a", "1"]] as const, body: "a" };
    const parts = (connector: "server" | "page") =>
      testRules([rule(hidden)], trial, connector).rules[0]?.triggers[0]?.parts;
    expect(parts("server")).toEqual([
      { isMet: true, seen: "1" },
      { isMet: true, seen: "a" },
    ]);
    expect(parts("page")).toEqual([
      { isMet: false, seen: null },
      { isMet: false, seen: null },
    ]);
  });

  test("no rule decides when none matches", () => {
    const { rules } = testRules([rule([path("/x")])], { url: "https://shop.example.com/" });
    expect(rules.map(({ decides }) => decides)).toEqual([false]);
  });
});
