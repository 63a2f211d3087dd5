import { type ConfigCompilation, compileConfig } from "../../core/compile-config.ts";
import { HIDDEN_FROM_PAGES } from "../../core/trigger-types.ts";
import { asRecord, asText } from "../../core/untrusted.ts";

/** Minutes that a session lasts where a rule does not say. */
const DEFAULT_VALIDITY_MINUTES = 20;

type UnknownRecord = Readonly<Record<string, unknown>>;

/** Operators of old configs, in the words of today. */
const LEGACY_OPERATORS: Readonly<Record<string, UnknownRecord>> = {
  NotEquals: { Operator: "Equals", IsNegative: true },
  NotContains: { Operator: "Contains", IsNegative: true },
  IgEquals: { Operator: "Equals", IsIgnoreCase: true },
  IgContains: { Operator: "Contains", IsIgnoreCase: true },
};

/** `valueToCompare` becomes `ValueToCompare`: the wire has the same words twice. */
function toPascalCase(value: unknown): UnknownRecord | null {
  const record = asRecord(value);
  if (record === null) return null;
  return Object.fromEntries(
    Object.entries(record).map(([key, member]) => [key[0]?.toUpperCase() + key.slice(1), member]),
  );
}

function mapList<Item>(value: unknown, map: (item: unknown) => Item): readonly Item[] | false {
  return Array.isArray(value) && value.map(map);
}

/**
 * Checks the rules that the waiting room gives to browsers and makes them ready for matching. What
 * a page cannot see (its own headers and body) matches nothing, negated or not.
 */
export function readClientConfig(config: unknown): ConfigCompilation {
  // No connector knows an empty type, so the condition matches nothing.
  const toValidator = (part: UnknownRecord): UnknownRecord =>
    asText(part["ValidatorType"]) in HIDDEN_FROM_PAGES ? { ValidatorType: "" } : {};
  const toPart = (value: unknown): UnknownRecord | null => {
    const part = toPascalCase(value);
    return part && { ...part, ...LEGACY_OPERATORS[asText(part["Operator"])], ...toValidator(part) };
  };
  const toTrigger = (value: unknown): UnknownRecord | null => {
    const trigger = toPascalCase(value);
    return trigger && { ...trigger, TriggerParts: mapList(trigger["TriggerParts"], toPart) };
  };
  const toIntegration = (value: unknown): UnknownRecord | null => {
    const integration = toPascalCase(value);
    return (
      integration && {
        ...integration,
        ExtendCookieValidity: integration["ExtendValidity"],
        CookieValidityMinute: integration["Validity"] ?? DEFAULT_VALIDITY_MINUTES,
        Triggers: mapList(integration["Triggers"], toTrigger),
      }
    );
  };
  const given = toPascalCase(config);
  const Integrations = mapList(given?.["Integrations"], toIntegration);
  return compileConfig({ ...given, Integrations });
}
