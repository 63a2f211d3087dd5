import { z } from "zod";
import { TYPE_NAMES } from "@/lib/domain/integration-config/trigger-types";
import { RULE_WARNING_CODES } from "@/lib/domain/integration-config/warnings";
import { moment } from "./event";
import { named } from "./names";

const comparison = {
  ValidatorType: z.enum(TYPE_NAMES),
  Operator: z.enum(["Equals", "Contains", "EqualsAny", "ContainsAny"]),
  ValueToCompare: z.string().nullable(),
  ValuesToCompare: z.array(z.string()).nullable(),
  UrlPart: z.enum(["PageUrl", "PagePath", "HostName"]).nullable(),
  CookieName: z.string().nullable(),
  HttpHeaderName: z.string().nullable(),
  IsNegative: z.boolean(),
  IsIgnoreCase: z.boolean(),
};

const operator = z.enum(["And", "Or"]);

const triggers = z.array(
  z.object({
    LogicalOperator: operator,
    TriggerParts: z.array(z.object({ ...comparison, VariableName: z.string().nullable() })),
  }),
);

const cancel = {
  EventId: z.string(),
  InvolvedWaitingRoomIds: z.array(z.string()),
  CookieDomain: z.string().nullable(),
  IsCookieHttpOnly: z.boolean(),
  IsCookieSecure: z.boolean(),
};

const redirectLogic = z.enum(["AllowTParameter", "EventTargetUrl", "ForcedTargetUrl"]);

const queue = {
  ...cancel,
  LayoutName: z.string().nullable(),
  Culture: z.string().nullable(),
  RedirectLogic: redirectLogic,
  ForcedTargetUrl: z.string().nullable(),
};

const warning = z.object({
  code: z.enum(RULE_WARNING_CODES),
  trigger: z.number().int().exactOptional(),
  part: z.number().int().exactOptional(),
  message: z.string(),
});

const common = {
  id: z.string(),
  name: z.string(),
  triggers,
  position: z.number().int(),
  warnings: z.array(warning),
  seen: z.string(),
  managedBy: z.string().nullable(),
  createdAt: moment,
  updatedAt: moment,
};

const queueRule = z.object({
  ...common,
  actionType: z.literal("Queue"),
  action: z.object(queue),
  alwaysWait: z.boolean(),
  lane: z.string().nullable(),
});
const cancelRule = z.object({
  ...common,
  actionType: z.literal("Cancel"),
  action: z.object(cancel),
});
const ignoreRule = z.object({
  ...common,
  actionType: z.literal("Ignore"),
  action: z.object({}),
});

/** A rule. */
export const ruleAnswer = named(
  "Rule",
  z.discriminatedUnion("actionType", [queueRule, cancelRule, ignoreRule]),
);

const place = { hiddenBy: z.string().nullable() };

/** A rule in the list: `hiddenBy` names the one before it that matches everything. */
export const listedRuleAnswer = named(
  "ListedRule",
  z.discriminatedUnion("actionType", [
    queueRule.extend(place),
    cancelRule.extend(place),
    ignoreRule.extend(place),
  ]),
);

/** A rule as connectors are given it. */
const integration = z.object({
  Name: z.string(),
  ActionType: z.enum(["Queue", "Cancel", "Ignore"]),
  EventId: z.string().nullable(),
  CookieDomain: z.string().nullable(),
  IsCookieHttpOnly: z.boolean(),
  IsCookieSecure: z.boolean(),
  LayoutName: z.string().nullable(),
  Culture: z.string().nullable(),
  ExtendCookieValidity: z.boolean().nullable(),
  CookieValidityMinute: z.number().nullable(),
  QueueDomain: z.string().nullable(),
  RedirectLogic: redirectLogic.nullable(),
  ForcedTargetUrl: z.string().nullable(),
  InvolvedWaitingRoomIds: z.array(z.string()).exactOptional(),
  Lane: z.string().exactOptional(),
  Triggers: z.array(
    z.object({
      LogicalOperator: operator,
      TriggerParts: z.array(
        z.object({ ...comparison, VariableName: z.string().nullable().exactOptional() }),
      ),
    }),
  ),
});

const passes = z.object({
  Keys: z.array(z.object({ KeyId: z.string(), PublicKey: z.string() })),
  Events: z.array(
    z.object({ EventId: z.string(), Run: z.number().int(), AllowsToken: z.boolean() }),
  ),
});

/** The rules as connectors pull them. */
export const integrationConfigAnswer = named(
  "IntegrationConfig",
  z.object({
    Description: z.string(),
    Integrations: z.array(integration),
    CustomerId: z.string(),
    AccountId: z.string(),
    Version: z.number().int(),
    PublishDate: z.string(),
    ConfigDataVersion: z.string(),
    Passes: passes.exactOptional(),
  }),
);
