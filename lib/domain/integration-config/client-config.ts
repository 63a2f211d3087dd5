import { HIDDEN_FROM_PAGES } from "@/connectors/src/core/trigger-types";
import type { Integration, IntegrationConfig, PublishedPart, Trigger } from "./model";
import { TRIGGER_TYPES } from "./trigger-types";

/** The fields of those types of condition that a page can look at. */
const PAGE_FIELDS = Object.entries(TRIGGER_TYPES).flatMap(([type, { field }]) =>
  field === null || type in HIDDEN_FROM_PAGES ? [] : [field],
);

/**
 * The config as the browser connector reads it: the same rules under camelCase names. Everybody can
 * read it, so of conditions that a browser cannot check (headers, bodies) only the kind is told: what
 * they compare with may be a secret between the site and its friends.
 */
export function toClientConfig(config: IntegrationConfig) {
  return {
    description: config.Description,
    customerId: config.CustomerId,
    version: config.Version,
    publishDate: config.PublishDate,
    integrations: config.Integrations.map(toClientIntegration),
  };
}

/** The script that hands the config to the browser connector. */
export function clientConfigScript(config: IntegrationConfig): string {
  const json = scriptJson(toClientConfig(config));
  return `window.queueit_clientside_config=${json};QueueIt.Javascript.PageEventIntegration.initQueueClient(window.queueit_clientside_config);\n`;
}

/** JSON that may stand in any script, also inside a page. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function toClientIntegration(integration: Integration) {
  return {
    name: integration.Name,
    actionType: integration.ActionType,
    eventId: integration.EventId,
    cookieDomain: integration.CookieDomain,
    isCookieSecure: integration.IsCookieSecure,
    queueDomain: integration.QueueDomain,
    forcedTargetUrl: integration.ForcedTargetUrl,
    culture: integration.Culture,
    layoutName: integration.LayoutName,
    extendValidity: integration.ExtendCookieValidity,
    validity: integration.CookieValidityMinute,
    redirectLogic: integration.RedirectLogic,
    triggers: integration.Triggers.map(toClientTrigger),
    onVerified: null,
    onDisabled: null,
    onTimeout: null,
    removeTokenFromUrl: true,
    queryStringPrefix: null,
  };
}

function toClientTrigger({ LogicalOperator, TriggerParts }: Trigger<PublishedPart>) {
  return { logicalOperator: LogicalOperator, triggerParts: TriggerParts.map(toClientPart) };
}

function toCamelCase(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function toClientPart(part: PublishedPart) {
  const isSeen = !(part.ValidatorType in HIDDEN_FROM_PAGES);
  return {
    validatorType: part.ValidatorType,
    operator: part.Operator,
    valueToCompare: isSeen ? part.ValueToCompare : null,
    valuesToCompare: isSeen ? part.ValuesToCompare : null,
    ...Object.fromEntries(PAGE_FIELDS.map((field) => [toCamelCase(field), part[field] ?? null])),
    isNegative: part.IsNegative,
    isIgnoreCase: part.IsIgnoreCase,
  };
}
