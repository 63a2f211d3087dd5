import { type ConfigCompilation, compileConfig } from "../../core/compile-config.ts";
import { HIDDEN_FROM_PAGES } from "../../core/trigger-types.ts";
import { asRecord, asText } from "../../core/untrusted.ts";

/** Minutes that a session lasts where a rule does not say. */
const DEFAULT_VALIDITY_MINUTES = 20;
const VARIABLE_HEADER = "js-variable-";

type UnknownRecord = Readonly<Record<string, unknown>>;

/** Rules for browsers, made ready: the same as every connector's, and names of variables. */
export interface ClientConfig {
  readonly compilation: ConfigCompilation;
  /** Returns the name of the variable that a trigger reads as a header; null for real headers. */
  readonly variableOf: (headerName: string) => string | null;
}

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
export function readClientConfig(config: unknown): ClientConfig {
  const variables: string[] = [];
  const toValidator = (part: UnknownRecord): UnknownRecord => {
    const type = asText(part["ValidatorType"]);
    // No connector knows an empty type, so the condition matches nothing.
    if (type in HIDDEN_FROM_PAGES) return { ValidatorType: "" };
    if (type !== "JSVariableValidator") return {};
    const index = variables.push(asText(part["VariableName"])) - 1;
    const HttpHeaderName = `${VARIABLE_HEADER}${index}`;
    return { ValidatorType: "HttpHeaderValidator", HttpHeaderName };
  };
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
  return {
    compilation: compileConfig({ ...given, Integrations }),
    variableOf: (headerName) =>
      headerName.startsWith(VARIABLE_HEADER)
        ? (variables[Number(headerName.slice(VARIABLE_HEADER.length))] ?? "")
        : null,
  };
}
