import { describe, expect, test } from "vitest";
import { createRuleInput } from "@/lib/services/sites/rule/schemas";
import { buildIntegrationConfig } from "./build";
import type { TriggerPart } from "./model";
import { ruleSchema } from "./rule-schema";
import { testRules } from "./test-rules";
import { ruleWarnings } from "./warnings";

type Part = Partial<TriggerPart>;

const inputOf = (part: Part, action: object = {}) => ({
  actionType: "Queue" as const,
  name: "Tickets",
  action: { EventId: "sale", ...action },
  triggers: [{ TriggerParts: [{ ValidatorType: "UrlValidator", Operator: "Equals", ...part }] }],
});
const ruleOf = (part: Part, action: object = {}) => ruleSchema.parse(inputOf(part, action));

function published(part: Part): readonly string[] {
  const { Integrations } = buildIntegrationConfig({
    customer: { customerId: "demo", name: "Demo" },
    rules: [ruleOf(part)],
    events: [{ eventId: "sale", sessionMinutes: 20, sessionMode: "sliding" }],
    version: 1,
    publishDate: new Date(0),
    queueDomain: "room.example",
  });
  const [found] = Integrations[0]?.Triggers[0]?.TriggerParts ?? [];
  return found?.ValuesToCompare ?? [found?.ValueToCompare ?? ""];
}

const HOSTS: readonly [written: string, sent: string][] = [
  ["münchen.example", "xn--mnchen-3ya.example"],
  [" MÜNCHEN.Example ", "xn--mnchen-3ya.example"],
  ["Shop.Example ", "shop.example"],
  ["münchen.example:8080", "xn--mnchen-3ya.example:8080"],
  ["faß.example.", "xn--fa-hia.example."],
  ["票。example", "xn--mjz.example"],
  ["bücher", "xn--bcher-kva"],
  ["127.0.0.1", "127.0.0.1"],
  ["[::1]", "[::1]"],
];

describe("a host name is published as browsers send it", () => {
  test.each(HOSTS)("%j", (written, sent) => {
    const part: Part = { UrlPart: "HostName", IsIgnoreCase: true, ValueToCompare: written };
    expect(published(part)).toEqual([sent]);
    const many: Part = { ...part, Operator: "EqualsAny", ValuesToCompare: ["a.example", written] };
    expect(published(many)).toEqual(["a.example", sent]);
    expect(createRuleInput.safeParse(inputOf(part)).success).toBe(true);
  });

  test("so that it matches whoever visits the site by that name", () => {
    for (const [written] of HOSTS) {
      const rule = ruleOf({ UrlPart: "HostName", ValueToCompare: written, IsIgnoreCase: true });
      const url = new URL(`http://${written.trim()}/`).href;
      expect([url, testRules([rule], { url }).rules[0]?.isMatch]).toEqual([url, true]);
    }
  });

  test("a part with its dot is, too", () => {
    const part: Part = { UrlPart: "HostName", Operator: "Contains" };
    expect(published({ ...part, ValueToCompare: ".münchen.example" })).toEqual([
      ".xn--mnchen-3ya.example",
    ]);
    expect(published({ ...part, ValueToCompare: "*" })).toEqual(["*"]);
  });

  test.each<[string, Part, RegExp]>([
    ["a part of a name", { Operator: "Contains", ValueToCompare: "münch" }, /xn--mnch-0ra/],
    ["one of many", { Operator: "ContainsAny", ValuesToCompare: ["a", "ü"] }, /xn--tda/],
    ["blanks within", { ValueToCompare: "shop example" }, /contain spaces/],
    ["nothing but blanks", { Operator: "Contains", ValueToCompare: "  " }, /contain spaces/],
    ["no name at all", { ValueToCompare: "ü/x" }, /not a valid host name/],
    ["what IDNA refuses", { ValueToCompare: "a\u200db.example" }, /not a valid host name/],
  ])(
    "%s is refused with the reason, and read where it is stored already",
    (_what, part, reason) => {
      const host: Part = { UrlPart: "HostName", ...part };
      const [issue] = createRuleInput.safeParse(inputOf(host)).error?.issues ?? [];
      expect(issue?.message).toMatch(reason);
      expect(issue?.path.slice(0, 4)).toEqual(["triggers", 0, "TriggerParts", 0]);
      const messages = ruleWarnings(ruleOf(host)).map(({ message }) => message);
      expect(messages).toContainEqual(expect.stringMatching(reason));
    },
  );
});

describe("an address beyond plain English", () => {
  test.each<[TriggerPart["UrlPart"], string, string]>([
    ["PagePath", "/køb/", "/k%C3%B8b/"],
    ["PagePath", " /my page/ ", "/my%20page/"],
    ["PagePath", "/k%c3%b8b?*'\"{|}", "/k%c3%b8b?*'\"{|}"],
    ["PagePath", "/票", "/%E7%A5%A8"],
    [
      "PageUrl",
      "https://münchen.example/køb?q=ø",
      "https://xn--mnchen-3ya.example/k%C3%B8b?q=%C3%B8",
    ],
    ["PageUrl", "münchen.example/køb", "xn--mnchen-3ya.example/k%C3%B8b"],
    ["PageUrl", "ø", "%C3%B8"],
    ["PageUrl", "https://Shop.example/a", "https://Shop.example/a"],
  ])("%s %j is published with escapes", (UrlPart, written, sent) => {
    expect(published({ UrlPart, Operator: "Contains", ValueToCompare: written })).toEqual([sent]);
    // Stored and read again it is the same.
    expect(published({ UrlPart, Operator: "Contains", ValueToCompare: sent })).toEqual([sent]);
  });

  test("values that are no addresses stay as they are", () => {
    const cookie: Part = { ValidatorType: "CookieValidator", CookieName: "a" };
    expect(published({ ...cookie, ValueToCompare: " ø " })).toEqual([" ø "]);
    expect(published({ UrlPart: "PagePath", Operator: "Contains", ValueToCompare: " " })).toEqual([
      " ",
    ]);
  });

  test("a fixed target is one that every connector can send", () => {
    const target = (ForcedTargetUrl: string) => {
      const { action } = ruleOf(
        { UrlPart: "PagePath", ValueToCompare: "/" },
        { RedirectLogic: "ForcedTargetUrl", ForcedTargetUrl },
      );
      return "ForcedTargetUrl" in action ? action.ForcedTargetUrl : null;
    };
    expect(target("https://münchen.example/køb b?q=ø#ø")).toBe(
      "https://xn--mnchen-3ya.example/k%C3%B8b%20b?q=%C3%B8#%C3%B8",
    );
    expect(target("https://Shop.example")).toBe("https://Shop.example");
  });

  test("what cannot be escaped is told before it is published, with the connectors that it fails in", () => {
    const headers: Part[] = [
      { ValidatorType: "UserAgentValidator", ValueToCompare: "Bjørk" },
      { ValidatorType: "HttpHeaderValidator", HttpHeaderName: "x-a", ValueToCompare: "ø" },
    ];
    const rules = [
      ...headers.map((part) => ruleOf(part)),
      ruleOf({ UrlPart: "PagePath", ValueToCompare: "/" }, { LayoutName: "票" }),
    ];
    for (const rule of rules) {
      expect(ruleWarnings(rule)).toMatchObject([
        { code: "beyond-ascii", message: expect.stringMatching(/Python and Ruby/) },
      ]);
    }
    expect(ruleWarnings(ruleOf({ UrlPart: "PagePath", ValueToCompare: "/køb" }))).toEqual([]);
  });
});
