import { describe, expect, test } from "vitest";
import { type RuleInput, ruleSchema, savedRuleSchema } from "./rule-schema";

type Part = Record<string, unknown>;

const path = { ValidatorType: "UrlValidator", Operator: "Contains", ValueToCompare: "/tickets" };
const rule = (parts: Part[], action: object = { EventId: "demosale" }) => ({
  actionType: "Queue",
  name: "Tickets",
  action,
  triggers: [{ LogicalOperator: "And", TriggerParts: parts }],
});

const reasons = (value: unknown) =>
  ruleSchema.safeParse(value).error?.issues.map(({ path: at, message }) => [at.join("."), message]);

describe("a rule", () => {
  test("gets every key that connectors expect", () => {
    expect(ruleSchema.parse(rule([{ ...path, UrlPart: "PagePath" }]))).toEqual({
      actionType: "Queue",
      name: "Tickets",
      alwaysWait: false,
      lane: null,
      action: {
        EventId: "demosale",
        InvolvedWaitingRoomIds: [],
        CookieDomain: null,
        IsCookieHttpOnly: true,
        IsCookieSecure: false,
        LayoutName: null,
        Culture: null,
        RedirectLogic: "AllowTParameter",
        ForcedTargetUrl: null,
      },
      triggers: [
        {
          LogicalOperator: "And",
          TriggerParts: [
            {
              ValidatorType: "UrlValidator",
              Operator: "Contains",
              ValueToCompare: "/tickets",
              ValuesToCompare: null,
              UrlPart: "PagePath",
              CookieName: null,
              HttpHeaderName: null,
              VariableName: null,
              IsNegative: false,
              IsIgnoreCase: false,
            },
          ],
        },
      ],
    });
  });

  test("reads as itself again after it was stored", () => {
    const parsed = ruleSchema.parse(
      rule(
        [
          { ...path, UrlPart: "HostName", CookieName: "left-over" },
          {
            ValidatorType: "CookieValidator",
            Operator: "Equals",
            ValueToCompare: "",
            CookieName: "a",
          },
          {
            ValidatorType: "UserAgentValidator",
            Operator: "ContainsAny",
            ValuesToCompare: ["bot"],
          },
        ],
        {
          EventId: "demosale",
          RedirectLogic: "ForcedTargetUrl",
          ForcedTargetUrl: "https://shop.example.com/start",
          Culture: "en-US",
          LayoutName: "",
          CookieDomain: ".example.com",
        },
      ),
    );
    const stored: unknown = JSON.parse(JSON.stringify(parsed));
    expect(ruleSchema.parse(stored)).toEqual(parsed);
    expect(parsed.triggers[0]?.TriggerParts[0]?.CookieName).toBeNull();
  });

  test("forgets a forced address that its redirect logic does not use", () => {
    const parsed = ruleSchema.parse(
      rule([{ ...path, UrlPart: "PagePath" }], {
        EventId: "demosale",
        RedirectLogic: "EventTargetUrl",
        ForcedTargetUrl: "https://shop.example.com/",
      }),
    );
    expect(parsed.action).toMatchObject({ ForcedTargetUrl: null });
  });

  const trigger = "triggers.0.TriggerParts.0";
  test.each<[string, unknown, string]>([
    ["a URL condition without a part", rule([path]), `${trigger}.UrlPart`],
    [
      "a cookie condition without a name",
      rule([{ ValidatorType: "CookieValidator", Operator: "Equals", ValueToCompare: "1" }]),
      `${trigger}.CookieName`,
    ],
    [
      "a header condition without a name",
      rule([{ ValidatorType: "HttpHeaderValidator", Operator: "Equals", ValueToCompare: "1" }]),
      `${trigger}.HttpHeaderName`,
    ],
    [
      "a variable without a name",
      rule([{ ValidatorType: "JSVariableValidator", Operator: "Equals", ValueToCompare: "1" }]),
      `${trigger}.VariableName`,
    ],
    ...["alert(1)", "shop..user", "shop.", "1st", "shop user", "shop[a]", "a\nb"].map(
      (VariableName): [string, unknown, string] => [
        `a variable called ${JSON.stringify(VariableName)}`,
        rule([
          {
            ValidatorType: "JSVariableValidator",
            Operator: "Equals",
            ValueToCompare: "1",
            VariableName,
          },
        ]),
        `${trigger}.VariableName`,
      ],
    ),
    [
      "a header name with a line break",
      rule([
        {
          ValidatorType: "HttpHeaderValidator",
          Operator: "Equals",
          ValueToCompare: "1",
          HttpHeaderName: "x\r\ny",
        },
      ]),
      `${trigger}.HttpHeaderName`,
    ],
    [
      "a list operator without values",
      rule([{ ...path, UrlPart: "PagePath", Operator: "EqualsAny", ValuesToCompare: [] }]),
      `${trigger}.ValuesToCompare`,
    ],
    [
      "a text that no database stores",
      rule([{ ...path, UrlPart: "PagePath", ValueToCompare: "a\u0000b" }]),
      `${trigger}.ValueToCompare`,
    ],
    [
      "a lone surrogate",
      rule([{ ...path, UrlPart: "PagePath", ValueToCompare: "a\ud800" }]),
      `${trigger}.ValueToCompare`,
    ],
    [
      "its own event among the further ones",
      rule([{ ...path, UrlPart: "PagePath" }], {
        EventId: "demosale",
        InvolvedWaitingRoomIds: ["other", "demosale"],
      }),
      "action.InvolvedWaitingRoomIds",
    ],
    [
      "a further event that cannot be one",
      rule([{ ...path, UrlPart: "PagePath" }], {
        EventId: "demosale",
        InvolvedWaitingRoomIds: ["other", "A b"],
      }),
      "action.InvolvedWaitingRoomIds.1",
    ],
    ["no condition", rule([]), "triggers.0.TriggerParts"],
    ["no trigger", { ...rule([]), triggers: [] }, "triggers"],
    ["no events", rule([{ ...path, UrlPart: "PagePath" }], {}), "action.EventId"],
    [
      "an upper-case event id",
      rule([{ ...path, UrlPart: "PagePath" }], { EventId: "DemoSale" }),
      "action.EventId",
    ],
    [
      "a forced redirect without an address",
      rule([{ ...path, UrlPart: "PagePath" }], {
        EventId: "demosale",
        RedirectLogic: "ForcedTargetUrl",
      }),
      "action.ForcedTargetUrl",
    ],
    [
      "a forced redirect to a script",
      rule([{ ...path, UrlPart: "PagePath" }], {
        EventId: "demosale",
        RedirectLogic: "ForcedTargetUrl",
        ForcedTargetUrl: "javascript:alert(1)",
      }),
      "action.ForcedTargetUrl",
    ],
    [
      "a cookie domain that could add a cookie attribute",
      rule([{ ...path, UrlPart: "PagePath" }], { EventId: "demosale", CookieDomain: "a.com; x" }),
      "action.CookieDomain",
    ],
    ["no name", { ...rule([{ ...path, UrlPart: "PagePath" }]), name: "  " }, "name"],
    ["an unknown action", { ...rule([]), actionType: "Block" }, "actionType"],
  ])("is refused with %s, and says where", (_what, value, field) => {
    expect(reasons(value)?.map(([at]) => at)).toContain(field);
  });

  test.each(["level", "shop.user.level", "dataLayer[0].page", "$app._x1", "größe"])(
    "may look at the variable %s of a page",
    (VariableName) => {
      const part = {
        ValidatorType: "JSVariableValidator",
        Operator: "Equals",
        ValueToCompare: "1",
      };
      const parsed = ruleSchema.parse(rule([{ ...part, VariableName, UrlPart: "PagePath" }]));
      expect(parsed.triggers[0]?.TriggerParts[0]).toMatchObject({ VariableName, UrlPart: null });
    },
  );

  test("that ignores needs no event", () => {
    const ignore: RuleInput = {
      actionType: "Ignore",
      name: "Health checks",
      action: {},
      triggers: [
        {
          TriggerParts: [
            {
              ValidatorType: "UrlValidator",
              Operator: "Equals",
              ValueToCompare: "/health",
              UrlPart: "PagePath",
            },
          ],
        },
      ],
    };
    expect(ruleSchema.parse(ignore)).toMatchObject({ action: {} });
  });

  test("with an empty value is not saved, with its field marked; `*` says every value", () => {
    const whole = { ...path, UrlPart: "PagePath" };
    const saved = (value: string) =>
      savedRuleSchema
        .safeParse(rule([whole, { ...whole, ValueToCompare: value }]))
        .error?.issues.filter(({ path: at }) => at.includes(1))
        .map(({ path: at, message }) => [at.join("."), message]);
    expect(saved("")).toEqual([
      ["triggers.0.TriggerParts.1.ValueToCompare", "Enter a value, or * to match every value."],
    ]);
    expect(saved("*") ?? []).toEqual([]);
  });
});
