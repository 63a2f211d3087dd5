import { describe, expect, test } from "vitest";
import { alwaysWaitRulesOf, buildIntegrationConfig } from "./build";
import { configText } from "./config-text";
import type { Rule } from "./model";
import { ruleSchema } from "./rule-schema";

const triggers = [
  {
    TriggerParts: [
      {
        ValidatorType: "UrlValidator",
        Operator: "Contains",
        ValueToCompare: "/tickets",
        UrlPart: "PagePath",
      },
    ],
  },
];
const rules: Rule[] = [
  { actionType: "Ignore", name: "Health", action: {}, triggers },
  { actionType: "Cancel", name: "Done", action: { EventId: "sale" }, triggers },
  {
    actionType: "Queue",
    name: "Tickets",
    action: { EventId: "drop", RedirectLogic: "ForcedTargetUrl", ForcedTargetUrl: "https://a.b/" },
    triggers,
  },
].map((rule) => ruleSchema.parse(rule));

const input = {
  customer: { customerId: "demo", name: "Demo" },
  rules,
  events: [
    { eventId: "sale", sessionMinutes: 20, sessionMode: "sliding" as const },
    { eventId: "drop", sessionMinutes: 5, sessionMode: "fixed" as const },
  ],
  version: 7,
  publishDate: new Date("2026-05-04T03:02:01.000Z"),
  queueDomain: "room.localhost:3443",
};

const INTEGRATION_KEYS = [
  "Name",
  "ActionType",
  "EventId",
  "CookieDomain",
  "IsCookieHttpOnly",
  "IsCookieSecure",
  "LayoutName",
  "Culture",
  "ExtendCookieValidity",
  "CookieValidityMinute",
  "QueueDomain",
  "RedirectLogic",
  "ForcedTargetUrl",
  "Triggers",
];

describe("the integration config", () => {
  const config = buildIntegrationConfig(input);

  test("holds every key for every kind of rule, in the order of the rules", () => {
    const parsed: { Integrations: Record<string, unknown>[] } = JSON.parse(configText(config));
    expect(parsed.Integrations.map((entry) => entry["Name"])).toEqual([
      "Health",
      "Done",
      "Tickets",
    ]);
    for (const entry of parsed.Integrations) expect(Object.keys(entry)).toEqual(INTEGRATION_KEYS);
    expect(Object.keys(parsed)).toEqual([
      "Description",
      "Integrations",
      "CustomerId",
      "AccountId",
      "Version",
      "PublishDate",
      "ConfigDataVersion",
    ]);
  });

  test("names further events only where a rule has some, so that other rules stay as they were", () => {
    const further = rules.map((rule) =>
      rule.actionType === "Cancel"
        ? { ...rule, action: { ...rule.action, InvolvedWaitingRoomIds: ["drop"] } }
        : rule,
    );
    const text = configText(buildIntegrationConfig({ ...input, rules: further }));
    const parsed: { Integrations: Record<string, unknown>[] } = JSON.parse(text);
    expect(parsed.Integrations.map((entry) => entry["InvolvedWaitingRoomIds"])).toEqual([
      undefined,
      ["drop"],
      undefined,
    ]);
  });

  test("names the lane of a rule only where it has one", () => {
    const inLane = rules.map((rule, index) =>
      rule.actionType === "Queue" && index > 0 ? { ...rule, lane: "vip" } : rule,
    );
    const text = configText(buildIntegrationConfig({ ...input, rules: inLane }));
    const parsed: { Integrations: Record<string, unknown>[] } = JSON.parse(text);
    const given = parsed.Integrations.map((entry) => entry["Lane"]);
    expect(given).toEqual(
      inLane.map((rule) => ("lane" in rule ? (rule.lane ?? undefined) : undefined)),
    );
    expect(given).toContain("vip");
  });

  test("takes the validity of the cookie from the session of the event", () => {
    expect(config.Integrations[1]).toMatchObject({
      ExtendCookieValidity: true,
      CookieValidityMinute: 20,
      QueueDomain: "room.localhost:3443",
    });
    expect(config.Integrations[2]).toMatchObject({
      ActionType: "Queue",
      EventId: "drop",
      ExtendCookieValidity: false,
      CookieValidityMinute: 5,
      RedirectLogic: "ForcedTargetUrl",
      ForcedTargetUrl: "https://a.b/",
    });
  });

  test("says whose it is, which version, and when", () => {
    expect(config).toMatchObject({
      CustomerId: "demo",
      AccountId: "demo",
      Version: 7,
      PublishDate: "2026-05-04T03:02:01.000Z",
      ConfigDataVersion: "1.0.0.3",
    });
  });

  test("has the same bytes after a database reordered its keys", () => {
    const shuffled = JSON.parse(JSON.stringify(config), (_key, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    expect(configText(shuffled)).toBe(configText(config));
    expect(JSON.parse(configText(config))).toEqual(config);
  });

  test("is not built from a rule whose event is not there", () => {
    expect(() => buildIntegrationConfig({ ...input, events: [] })).toThrow(
      'No event has the id "sale"',
    );
  });
});

describe("names and values beyond plain English", () => {
  const odd = 'Køø "100%" & more 票';
  const plain = "K(f8)(f8) (22)100(25)(22) (26) more (7968)";
  const [rule = expect.fail()] = rules.filter(({ actionType }) => actionType === "Queue");
  const named = { ...rule, name: odd, alwaysWait: true } as Rule;
  const config = buildIntegrationConfig({
    ...input,
    customer: { customerId: "demo", name: "Bjørk ✓" },
    rules: [named],
  });
  const text = configText(config);

  test("a rule's name is one that every connector can put into an address", () => {
    expect(config.Integrations[0]?.Name).toBe(plain);
    // What comes back as `man` is compared with this.
    expect(alwaysWaitRulesOf([named])).toEqual([plain]);
    expect(alwaysWaitRulesOf([{ ...named, name: "Tickets 2, v1.0 (a/b:c_d-e)" }])).toEqual([
      "Tickets 2, v1.0 (28)a/b:c_d-e(29)",
    ]);
  });

  test("two names stay two", () => {
    const names = ["Kø", "Kå", "K(f8)", "K"].map(
      (name) => alwaysWaitRulesOf([{ ...named, name }])[0],
    );
    expect(new Set(names).size).toBe(4);
  });

  test("the text is the same to whoever reads its bytes in another way", () => {
    const bytes = Buffer.from(text, "utf8");
    expect(bytes.toString("latin1")).toBe(text);
    expect(JSON.parse(text)).toEqual(config);
    expect(JSON.parse(text)).toMatchObject({ Description: "Bjørk ✓" });
  });
});
