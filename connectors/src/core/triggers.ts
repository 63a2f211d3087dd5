import type { Trigger } from "./integration-config.ts";
import {
  type ConnectorRequest,
  type RequestView,
  readCookies,
  URL_PARTS,
  viewRequest,
} from "./request.ts";
import { asText, membersOf, type UnknownRecord } from "./untrusted.ts";

/** A condition made ready for many requests. */
export type Matcher = (view: RequestView) => boolean;

type ReadText = (view: RequestView) => string;

type Fold = (text: string) => string;

/** Reads what a part of a trigger looks at, folded; null for a validator that nobody knows. */
function compileReader(part: UnknownRecord, fold: Fold): ReadText | null {
  const cookieName = asText(part["CookieName"]);
  const headerName = asText(part["HttpHeaderName"]).toLowerCase();
  const urlPart = URL_PARTS.indexOf(part["UrlPart"]);
  const urlTexts = part["IsIgnoreCase"] ? "capitals" : "urlParts";
  switch (part["ValidatorType"]) {
    case "UrlValidator":
      return (view) => view[urlTexts][urlPart] ?? "";
    case "CookieValidator":
      return (view) => fold(readCookies(view, cookieName, 1)[0] ?? "");
    case "UserAgentValidator":
      return ({ header }) => fold(header("user-agent"));
    case "HttpHeaderValidator":
      return ({ header }) => fold(header(headerName));
    case "RequestBodyValidator":
      return ({ request }) => fold(request.body ?? "");
    default:
      return null;
  }
}

function compilePart(given: unknown): Matcher {
  const part = membersOf(given);
  const fold: Fold = (text) => (part["IsIgnoreCase"] ? text.toUpperCase() : text);
  const read = compileReader(part, fold);
  const [operator, kind, any] = /^(Equals|Contains)(Any)?$/.exec(asText(part["Operator"])) ?? [];
  // An unknown validator or operator matches nothing, negated or not.
  if (read === null || operator === undefined) return () => false;

  const list = any ? part["ValuesToCompare"] : [part["ValueToCompare"]];
  const comparisons = (Array.isArray(list) ? list : []).map((value) => {
    const wanted = fold(asText(value));
    if (kind === "Equals") return (text: string) => text === wanted;
    return (text: string) => text.includes(wanted) || (wanted === "*" && text !== "");
  });
  const compare = anyOf(comparisons);
  const isNegative = Boolean(part["IsNegative"]);
  // The star stands for any value that is not empty, and wins even over a negation.
  const isStar = operator === "Contains" && part["ValueToCompare"] === "*";
  return (view) => {
    const text = read(view);
    return compare(text) !== isNegative || (isStar && text !== "");
  };
}

type Predicate<Value> = (value: Value) => boolean;

/** Whether one of the predicates holds; false when there is none. */
export function anyOf<Value>(predicates: readonly Predicate<Value>[]): Predicate<Value> {
  const [only] = predicates;
  if (only !== undefined && predicates.length === 1) return only;
  return (value) => predicates.some((holds) => holds(value));
}

/**
 * Makes a trigger ready for matching, or returns null when it has no list of parts. Unknown words
 * in it are no error: they match as the public JavaScript connector does.
 */
export function compileTrigger(trigger: unknown): Matcher | null {
  const { LogicalOperator, TriggerParts } = membersOf(trigger);
  if (!Array.isArray(TriggerParts)) return null;
  const parts = TriggerParts.map(compilePart);
  return LogicalOperator === "Or" ? anyOf(parts) : (view) => parts.every((holds) => holds(view));
}

/**
 * Whether any of the triggers matches a request: what the console's preview asks. A connector
 * asks the same through its compiled config.
 */
export function matchesTriggers(triggers: readonly Trigger[], request: ConnectorRequest): boolean {
  const view = viewRequest(request);
  return triggers.some((trigger) => compileTrigger(trigger)?.(view) ?? false);
}
