import { expect, test } from "vitest";
import type { AccessCondition, AccessRequest, AccessRule, AccessRules } from "./access-rule";
import { compileRules, decideRule } from "./compile-rules";

const HEADERS = { country: "cf-ipcountry", asn: "x-asn", botScore: "cf-bot-score" };

function condition(given: Partial<AccessCondition>): AccessCondition {
  return {
    subject: "path",
    isNot: false,
    name: "",
    comparison: "equals",
    values: [],
    number: null,
    per: "minute",
    ...given,
  };
}

type Told = Readonly<Record<string, string>>;

function request(
  given: Partial<AccessRequest> & { headers?: Told; cdn?: Told } = {},
): AccessRequest {
  const { headers = {}, cdn = {}, ...rest } = given;
  return {
    address: "203.0.113.9",
    path: "/tickets",
    header: (name) => headers[name] ?? "",
    cookie: () => "",
    told: (name) => cdn[name] ?? null,
    isInList: () => null,
    joins: () => 0,
    isCrawler: false,
    ...rest,
  };
}

function rulesOf(...rules: AccessRule[]): AccessRules {
  return { rules, headers: HEADERS };
}

function holds(given: Partial<AccessCondition>, asked: AccessRequest): boolean {
  const rule = {
    id: 1,
    name: "one",
    conditions: [condition(given)],
    action: { type: "join" },
  } as const;
  return decideRule(compileRules(rulesOf(rule)), asked) !== null;
}

test.each<[string, Partial<AccessCondition>, AccessRequest, boolean, boolean]>([
  ["an address", { subject: "address", values: ["203.0.113.9"] }, request(), true, false],
  ["a range", { subject: "address", values: ["203.0.113.0/24"] }, request(), true, false],
  ["another range", { subject: "address", values: ["203.0.112.0/24"] }, request(), false, true],
  [
    "a range of IPv6",
    { subject: "address", values: ["2001:db8::/32"] },
    request({ address: "2001:db8:1::1" }),
    true,
    false,
  ],
  ["no address", { subject: "address", values: ["::/0"] }, request({ address: "?" }), false, false],
  [
    "a list",
    { subject: "list", values: ["a", "b"] },
    request({ isInList: (k) => k === "b" }),
    true,
    false,
  ],
  ["an unknown list", { subject: "list", values: ["a"] }, request(), false, false],
  [
    "a country",
    { subject: "country", values: ["de"] },
    request({ cdn: { "cf-ipcountry": "DE" } }),
    true,
    false,
  ],
  [
    "another country",
    { subject: "country", values: ["de"] },
    request({ cdn: { "cf-ipcountry": "FR" } }),
    false,
    true,
  ],
  ["no country", { subject: "country", values: ["de"] }, request(), false, false],
  [
    "a network",
    { subject: "asn", values: ["AS64500"] },
    request({ cdn: { "x-asn": "64500" } }),
    true,
    false,
  ],
  [
    "a low score",
    { subject: "bot-score", number: 30 },
    request({ cdn: { "cf-bot-score": "12" } }),
    true,
    false,
  ],
  [
    "a high score",
    { subject: "bot-score", number: 30 },
    request({ cdn: { "cf-bot-score": "30" } }),
    false,
    true,
  ],
  [
    "no score",
    { subject: "bot-score", number: 30 },
    request({ cdn: { "cf-bot-score": "x" } }),
    false,
    false,
  ],
  [
    "a user agent in any capitals",
    { subject: "user-agent", comparison: "contains", values: ["python"] },
    request({ headers: { "user-agent": "Python-requests/2" } }),
    true,
    false,
  ],
  [
    "no header",
    { subject: "header", name: "X-Own", comparison: "present" },
    request(),
    false,
    true,
  ],
  [
    "header",
    { subject: "header", name: "X-Own", values: ["1"] },
    request({ headers: { "x-own": "1" } }),
    true,
    false,
  ],
  [
    "cookie",
    { subject: "cookie", name: "member", values: ["yes"] },
    request({ cookie: () => "yes" }),
    true,
    false,
  ],
  [
    "a path",
    { subject: "path", comparison: "starts-with", values: ["/tick"] },
    request(),
    true,
    false,
  ],
  [
    "a pattern",
    { subject: "path", comparison: "pattern", values: ["/*ets"] },
    request(),
    true,
    false,
  ],
  [
    "many joins",
    { subject: "joins", number: 5, per: "run" },
    request({ joins: (per) => (per === "run" ? 6 : 0) }),
    true,
    false,
  ],
  ["few joins", { subject: "joins", number: 5 }, request({ joins: () => 5 }), false, true],
  ["a crawler", { subject: "crawler" }, request({ isCrawler: true }), true, false],
  ["no crawler", { subject: "crawler" }, request(), false, true],
])("%s", (_name, given, asked, plainly, negated) => {
  expect(holds(given, asked)).toBe(plainly);
  expect(holds({ ...given, isNot: true }, asked)).toBe(negated);
});

test("the first rule of which all conditions hold decides, and says which", () => {
  const path = condition({ subject: "path", values: ["/tickets"] });
  const score = condition({ subject: "bot-score", number: 30 });
  const rules = rulesOf(
    { id: 7, name: "both", conditions: [path, score], action: { type: "challenge" } },
    { id: 3, name: "path", conditions: [path], action: { type: "block", reason: "No." } },
    { id: 4, name: "later", conditions: [path], action: { type: "join" } },
  );
  const compiled = compileRules(rules);
  expect(decideRule(compiled, request())?.rule.id).toBe(3);
  const scored = decideRule(compiled, request({ cdn: { "cf-bot-score": "1" } }));
  expect(scored).toMatchObject({
    rule: { id: 7 },
    action: { type: "challenge" },
    why: [path, score],
  });
  expect(decideRule(compiled, request({ path: "/" }))).toBeNull();
});
