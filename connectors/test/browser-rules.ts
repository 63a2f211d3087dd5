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
