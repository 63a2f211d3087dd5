import type { Integration, IntegrationConfig } from "../src/core/index.ts";

/** A condition in the words for browsers, with changes. */
export function clientPart(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    validatorType: "UrlValidator",
    operator: "Contains",
    valueToCompare: "/tickets",
    valuesToCompare: null,
    urlPart: "PagePath",
    cookieName: null,
    isNegative: false,
    isIgnoreCase: true,
    ...changes,
  };
}

/** A rule in the words for browsers, with changes. */
export function clientRule(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    name: "Tickets",
    actionType: "Queue",
    eventId: "sale",
    cookieDomain: null,
    isCookieSecure: false,
    queueDomain: "room.example",
    forcedTargetUrl: null,
    culture: null,
    layoutName: null,
    extendValidity: true,
    validity: 20,
    redirectLogic: "AllowTParameter",
    triggers: [{ logicalOperator: "And", triggerParts: [clientPart()] }],
    ...changes,
  };
}

/** Rules for browsers as the waiting room hands them over. */
export function clientConfig(...integrations: readonly unknown[]) {
  return { customerId: "acme", version: 7, integrations };
}

type Keyed = Readonly<Record<string, unknown>>;

function camelCased(record: object): Keyed {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key[0]?.toLowerCase() + key.slice(1), value]),
  );
}

function toClientRule({ Triggers, ...rule }: Integration): Keyed {
  return {
    ...camelCased(rule),
    extendValidity: rule.ExtendCookieValidity,
    validity: rule.CookieValidityMinute,
    triggers: Triggers.map(({ LogicalOperator, TriggerParts }) => ({
      logicalOperator: LogicalOperator,
      triggerParts: TriggerParts.map(camelCased),
    })),
  };
}

/** The rules of servers in the words for browsers. */
export function toClientConfig({ CustomerId, Version, Integrations }: IntegrationConfig): Keyed {
  return {
    customerId: CustomerId,
    version: Version,
    integrations: Integrations.map(toClientRule),
  };
}
