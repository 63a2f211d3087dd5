import type { AccessCondition, AccessRequest, AccessRule, AccessRules } from "./access-rule";
import { compileRules, type Decision, decideRule } from "./compile-rules";

/** A request that somebody describes to see which rule decides. */
export type RuleTrialRequest = {
  readonly address: string;
  readonly path: string;
  readonly userAgent: string;
  /** One a line, as `Name: value`; cookies in `Cookie`. */
  readonly headers: string;
  readonly joins: number;
  readonly isCrawler: boolean;
};

/** What each condition of a rule says of the request; null where it cannot be told here. */
export type TriedRule = {
  readonly rule: AccessRule;
  readonly conditions: readonly {
    readonly condition: AccessCondition;
    readonly holds: boolean | null;
  }[];
};

/** Asks the rules as the room does: which one decides on a request, and what each condition says of it. */
export function tryRules(
  rules: AccessRules,
  trial: RuleTrialRequest,
): { readonly decision: Decision; readonly tried: readonly TriedRule[] } {
  const compiled = compileRules(rules);
  const request = requestOf(trial);
  const tried = compiled.rules.map(({ rule, conditions }) => ({
    rule,
    conditions: conditions.map(({ condition, holds }) => ({ condition, holds: holds(request) })),
  }));
  return { decision: decideRule(compiled, request), tried };
}

function requestOf(trial: RuleTrialRequest): AccessRequest {
  const headers = readHeaders(trial.headers);
  if (trial.userAgent !== "") headers.set("user-agent", trial.userAgent);
  const cookies = readCookies(headers.get("cookie") ?? "");
  return {
    address: trial.address.trim(),
    path: trial.path,
    header: (name) => headers.get(name) ?? "",
    cookie: (name) => cookies.get(name) ?? "",
    told: (name) => headers.get(name) ?? null,
    isInList: () => null,
    joins: () => trial.joins,
    isCrawler: trial.isCrawler,
  };
}

function readHeaders(text: string): Map<string, string> {
  return new Map(
    text.split("\n").flatMap((line) => {
      const colon = line.indexOf(":");
      if (colon <= 0) return [];
      return [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
    }),
  );
}

function readCookies(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(";").flatMap((pair) => {
      const equals = pair.indexOf("=");
      if (equals <= 0) return [];
      return [[pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()]];
    }),
  );
}
