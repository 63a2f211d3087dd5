import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { clientConfigScript, scriptJson, toClientConfig } from "./client-config";
import type { IntegrationConfig, TriggerPart } from "./model";
import { triggerPartSchema } from "./rule-schema";

const part: TriggerPart = triggerPartSchema.parse({
  ValidatorType: "UrlValidator",
  Operator: "Contains",
  ValueToCompare: "/tickets",
  UrlPart: "PagePath",
  IsIgnoreCase: true,
});

const config: IntegrationConfig = {
  Description: "</script><script>alert(1)</script>\u2028",
  CustomerId: "acme",
  AccountId: "acme",
  Version: 4,
  PublishDate: "2026-11-21T13:00:00.000Z",
  ConfigDataVersion: "1.0.0.3",
  Integrations: [
    {
      Name: "Tickets",
      ActionType: "Queue",
      EventId: "sale",
      CookieDomain: null,
      IsCookieHttpOnly: false,
      IsCookieSecure: true,
      LayoutName: null,
      Culture: null,
      ExtendCookieValidity: true,
      CookieValidityMinute: 20,
      QueueDomain: "room.example.com",
      RedirectLogic: "AllowTParameter",
      ForcedTargetUrl: null,
      Triggers: [
        {
          LogicalOperator: "And",
          TriggerParts: [
            part,
            {
              ...part,
              ValidatorType: "HttpHeaderValidator",
              HttpHeaderName: "x-partner",
              ValueToCompare: "opensesame",
              ValuesToCompare: ["opensesame"],
            },
          ],
        },
      ],
    },
  ],
};

test("the browser gets the same rules under its own names", () => {
  expect(toClientConfig(config)).toMatchObject({
    customerId: "acme",
    version: 4,
    integrations: [
      {
        name: "Tickets",
        actionType: "Queue",
        eventId: "sale",
        queueDomain: "room.example.com",
        extendValidity: true,
        validity: 20,
        redirectLogic: "AllowTParameter",
        triggers: [
          {
            logicalOperator: "And",
            triggerParts: [{ validatorType: "UrlValidator", valueToCompare: "/tickets" }, {}],
          },
        ],
      },
    ],
  });
});

test("a variable is told to browsers by its name", () => {
  const [integration = expect.fail()] = config.Integrations;
  const variable = {
    ...part,
    ValidatorType: "JSVariableValidator" as const,
    VariableName: "shop.level",
  };
  const Triggers = [{ LogicalOperator: "And" as const, TriggerParts: [part, variable] }];
  const told = toClientConfig({ ...config, Integrations: [{ ...integration, Triggers }] });
  const names = told.integrations[0]?.triggers[0]?.triggerParts;
  expect(names).toMatchObject([
    { validatorType: "UrlValidator", variableName: null },
    {
      validatorType: "JSVariableValidator",
      variableName: "shop.level",
      valueToCompare: "/tickets",
    },
  ]);
});

test("what a browser cannot check is not told to everybody", () => {
  const script = clientConfigScript(config);
  expect(script).toContain("HttpHeaderValidator");
  expect(script).not.toContain("opensesame");
  expect(script).not.toContain("x-partner");
});

test("the script hands the config over, and nothing in it ends the script", () => {
  const seen: unknown[] = [];
  const initQueueClient = (given: unknown) => seen.push(given);
  const window: Record<string, unknown> = {};
  const QueueIt = { Javascript: { PageEventIntegration: { initQueueClient } } };
  const script = clientConfigScript(config);
  runInNewContext(script, { window, QueueIt });
  expect(seen).toEqual([window["queueit_clientside_config"]]);
  expect(JSON.parse(JSON.stringify(seen[0]))).toEqual(toClientConfig(config));
  expect(script).not.toMatch(/<|\u2028/);
  expect(scriptJson("<\u2028\u2029")).toBe('"\\u003c\\u2028\\u2029"');
});
