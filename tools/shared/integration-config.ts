import type { Integration, IntegrationConfig, TriggerPart } from "@/connectors/src/core";

/** A trigger that looks at a part of the URL, whatever its case. */
export function urlPart(operator: "Contains" | "Equals", part: string, value: string): TriggerPart {
  return {
    ...{ ValidatorType: "UrlValidator", UrlPart: part, Operator: operator, ValueToCompare: value },
    ...{ ValuesToCompare: null, CookieName: null, HttpHeaderName: null },
    ...{ IsNegative: false, IsIgnoreCase: true },
  };
}

/** A rule that queues, with a session of 20 minutes that activity extends. */
export function queueRule(
  rule: Pick<Integration, "Name" | "EventId" | "Triggers"> & Partial<Integration>,
): Integration {
  return {
    ...{ ActionType: "Queue", QueueDomain: "room.example", LayoutName: null, Culture: null },
    ...{ CookieDomain: null, IsCookieHttpOnly: false, IsCookieSecure: false },
    ...{ ExtendCookieValidity: true, CookieValidityMinute: 20 },
    ...{ RedirectLogic: "AllowTParameter", ForcedTargetUrl: null },
    ...rule,
  };
}

/** A rule that queues whoever asks for a path with this in it. */
export function pathRule(path: string, rule: Partial<Integration> & Pick<Integration, "Name">) {
  const parts = [urlPart("Contains", "PagePath", path)];
  const triggers = [{ LogicalOperator: "And" as const, TriggerParts: parts }];
  return queueRule({ EventId: "sale", Triggers: triggers, ...rule });
}

/** A published config of these rules. */
export function configOf(
  integrations: readonly Integration[],
  customerId = "acme",
): IntegrationConfig {
  return {
    Description: "",
    Integrations: integrations,
    CustomerId: customerId,
    AccountId: customerId,
    Version: 1,
    PublishDate: "2026-01-01T00:00:00.0000000Z",
    ConfigDataVersion: "1.0.0.3",
  };
}
