import { expect, test } from "vitest";
import type { TriggerPart } from "./model";
import { conditionSentence, plainSentence, triggersSentence } from "./rule-sentence";

const PATH: TriggerPart = {
  ValidatorType: "UrlValidator",
  Operator: "Contains",
  ValueToCompare: "/tickets",
  ValuesToCompare: null,
  UrlPart: "PagePath",
  CookieName: null,
  HttpHeaderName: null,
  VariableName: null,
  IsNegative: false,
  IsIgnoreCase: true,
};
const COOKIE = { ValidatorType: "CookieValidator", UrlPart: null, CookieName: "vip" } as const;
const many = (...ValuesToCompare: string[]) => ({ ValueToCompare: null, ValuesToCompare });

test.each<[Partial<TriggerPart>, string]>([
  [{}, "the path contains “/tickets”"],
  [{ IsNegative: true }, "the path does not contain “/tickets”"],
  [{ Operator: "Equals" }, "the path is “/tickets”"],
  [{ Operator: "Equals", IsNegative: true }, "the path is not “/tickets”"],
  [{ Operator: "ContainsAny", ...many("/a", "/b") }, "the path contains any of “/a”, “/b”"],
  [
    { Operator: "ContainsAny", IsNegative: true, ...many("/a", "/b") },
    "the path contains none of “/a”, “/b”",
  ],
  [{ Operator: "EqualsAny", ...many("/a") }, "the path is any of “/a”"],
  [{ Operator: "EqualsAny", IsNegative: true, ...many("/a") }, "the path is none of “/a”"],
  [
    { Operator: "EqualsAny", ...many("1", "2", "3", "4", "5", "6", "7") },
    "the path is any of “1”, “2”, “3”, “4”, “5” and 2 more",
  ],
  [{ IsIgnoreCase: false }, "the path contains “/tickets” (case-sensitive)"],
  [{ IsIgnoreCase: false, ValueToCompare: "/1" }, "the path contains “/1”"],
  [{ UrlPart: "PageUrl" }, "the full address contains “/tickets”"],
  [{ UrlPart: "HostName" }, "the host name contains “/tickets”"],
  [{ ...COOKIE, Operator: "Equals", ValueToCompare: "yes" }, "the cookie “vip” is “yes”"],
  [{ ...COOKIE, ValueToCompare: "*" }, "the cookie “vip” is not empty"],
  [
    { ...COOKIE, ValueToCompare: "*", IsNegative: true },
    "the cookie “vip” is not empty (“not” has no effect)",
  ],
  [{ ...COOKIE, Operator: "Equals", ValueToCompare: "" }, "the cookie “vip” is missing or empty"],
  [
    { ...COOKIE, Operator: "Equals", ValueToCompare: "", IsNegative: true },
    "the cookie “vip” is present and not empty",
  ],
  [{ ValueToCompare: "" }, "the path always matches"],
  [{ ValueToCompare: "", IsNegative: true }, "the path never matches"],
  [
    { ValidatorType: "HttpHeaderValidator", UrlPart: null, HttpHeaderName: "X-A" },
    "the header “X-A” contains “/tickets”",
  ],
  [
    { ValidatorType: "UserAgentValidator", UrlPart: null, IsNegative: true },
    "the user agent does not contain “/tickets”",
  ],
  [
    { ValidatorType: "RequestBodyValidator", UrlPart: null },
    "the request body contains “/tickets”",
  ],
  [
    { ValidatorType: "JSVariableValidator", UrlPart: null, VariableName: "shop.level" },
    "the page variable “shop.level” contains “/tickets”",
  ],
])("%j reads: %s", (part, sentence) => {
  expect(plainSentence(conditionSentence({ ...PATH, ...part }))).toBe(sentence);
});

test("conditions and triggers are joined as they count", () => {
  const other = { ...PATH, ValueToCompare: "/b" };
  const say = (...triggers: Parameters<typeof triggersSentence>[0]) =>
    plainSentence(triggersSentence(triggers));
  const both = [PATH, other];
  expect(say({ LogicalOperator: "And", TriggerParts: both })).toBe(
    "the path contains “/tickets” and the path contains “/b”",
  );
  expect(say({ LogicalOperator: "Or", TriggerParts: both })).toBe(
    "the path contains “/tickets” or the path contains “/b”",
  );
  expect(
    say(
      { LogicalOperator: "And", TriggerParts: both },
      { LogicalOperator: "Or", TriggerParts: [other] },
    ),
  ).toBe("(the path contains “/tickets” and the path contains “/b”), or the path contains “/b”");
});
