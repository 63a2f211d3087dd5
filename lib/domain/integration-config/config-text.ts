import type {
  Integration,
  IntegrationConfig,
  PublishedPart,
  PublishedPasses,
  Trigger,
} from "./model";
import { publishedFields } from "./trigger-types";

/**
 * The text that connectors pull. The same config always gives the same bytes, also after it went
 * through a database that forgets the order of keys, so that its ETag stays the same. It is plain ASCII.
 */
export function configText(config: IntegrationConfig): string {
  return inAscii({
    Description: config.Description,
    Integrations: config.Integrations.map(orderedIntegration),
    CustomerId: config.CustomerId,
    AccountId: config.AccountId,
    Version: config.Version,
    PublishDate: config.PublishDate,
    ConfigDataVersion: config.ConfigDataVersion,
    ...(config.Passes === undefined ? {} : { Passes: orderedPasses(config.Passes) }),
  });
}

function orderedPasses({ Keys, Events }: PublishedPasses): PublishedPasses {
  return {
    Keys: Keys.map(({ KeyId, PublicKey }) => ({ KeyId, PublicKey })),
    Events: Events.map(({ EventId, Run, AllowsToken }) => ({ EventId, Run, AllowsToken })),
  };
}

/** Some connectors read bytes as Latin-1: every other character is written as its `\\u` escape. */
function inAscii(config: IntegrationConfig): string {
  return JSON.stringify(config).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function orderedIntegration(integration: Integration): Integration {
  return {
    Name: integration.Name,
    ActionType: integration.ActionType,
    EventId: integration.EventId,
    CookieDomain: integration.CookieDomain,
    IsCookieHttpOnly: integration.IsCookieHttpOnly,
    IsCookieSecure: integration.IsCookieSecure,
    LayoutName: integration.LayoutName,
    Culture: integration.Culture,
    ExtendCookieValidity: integration.ExtendCookieValidity,
    CookieValidityMinute: integration.CookieValidityMinute,
    QueueDomain: integration.QueueDomain,
    RedirectLogic: integration.RedirectLogic,
    ForcedTargetUrl: integration.ForcedTargetUrl,
    ...fewKnow(integration),
    Triggers: integration.Triggers.map(orderedTrigger),
  };
}

/** What only stands in rules that use it. */
function fewKnow({ InvolvedWaitingRoomIds, Lane }: Integration) {
  return {
    ...(InvolvedWaitingRoomIds === undefined ? {} : { InvolvedWaitingRoomIds }),
    ...(Lane === undefined ? {} : { Lane }),
  };
}

function orderedTrigger(trigger: Trigger<PublishedPart>): Trigger<PublishedPart> {
  return {
    LogicalOperator: trigger.LogicalOperator,
    TriggerParts: trigger.TriggerParts.map(orderedPart),
  };
}

function orderedPart(part: PublishedPart): PublishedPart {
  return {
    ValidatorType: part.ValidatorType,
    Operator: part.Operator,
    ValueToCompare: part.ValueToCompare,
    ValuesToCompare: part.ValuesToCompare,
    ...publishedFields(part),
    IsNegative: part.IsNegative,
    IsIgnoreCase: part.IsIgnoreCase,
  };
}
