import type { Trigger } from "./integration-config.ts";
import { removeQueueToken } from "./queue-token-url.ts";
import { type ConnectorRequest, RequestView, type UrlPart } from "./request.ts";
import { asRecord, asText } from "./untrusted.ts";

/** A condition made ready for many requests. */
export type Matcher = (view: RequestView) => boolean;

type ReadValue = (view: RequestView) => string;
type Compare = (value: string) => boolean;

type Fold = (text: string) => string;

const URL_PARTS: ReadonlyMap<unknown, UrlPart> = new Map<unknown, UrlPart>([
  ["PageUrl", "pageUrl"],
  ["PagePath", "pagePath"],
  ["HostName", "hostName"],
]);

function toCapitals(text: string): string {
  return text.toUpperCase();
}

function asItIs(text: string): string {
  return text;
}

/** The parts of a URL are put into capitals once a request, everything else when it is read. */
function compileUrlReader(urlPart: unknown, fold: Fold): ReadValue {
  const part = URL_PARTS.get(urlPart);
  if (part === undefined) return () => "";
  return fold === toCapitals ? (view) => view.folded(part) : (view) => view[part];
}

function compileReader(part: Readonly<Record<string, unknown>>, fold: Fold): ReadValue | null {
  const cookieName = asText(part["CookieName"]);
  const headerName = asText(part["HttpHeaderName"]).toLowerCase();
  switch (part["ValidatorType"]) {
    case "UrlValidator":
      return compileUrlReader(part["UrlPart"], fold);
    case "CookieValidator":
      return (view) => fold(view.cookies(cookieName, 1)[0] ?? "");
    case "UserAgentValidator":
      return (view) => fold(view.header("user-agent"));
    case "HttpHeaderValidator":
      return (view) => fold(view.header(headerName));
    case "RequestBodyValidator":
      return (view) => fold(view.body);
    default:
      return null;
  }
}

function isEqualTo(wanted: string): Compare {
  return (value) => value === wanted;
}

function contains(wanted: string): Compare {
  return (value) => value.includes(wanted);
}

/** Compares what was read, folded already. */
function compileComparison(part: Readonly<Record<string, unknown>>, fold: Fold): Compare | null {
  const isNegative = Boolean(part["IsNegative"]);
  const wanted = asText(part["ValueToCompare"]);
  const list = Array.isArray(part["ValuesToCompare"]) ? part["ValuesToCompare"].map(asText) : [];
  const not = (compare: Compare): Compare => {
    return isNegative ? (value) => !compare(value) : compare;
  };
  const containsOrStar = (text: string): Compare => {
    const compare = contains(fold(text));
    return text === "*" ? (value) => value !== "" || compare(value) : compare;
  };

  switch (part["Operator"]) {
    case "Equals":
      return not(isEqualTo(fold(wanted)));
    case "Contains": {
      const compare = not(contains(fold(wanted)));
      // The star stands for any value that is not empty, and wins even over a negation.
      return wanted === "*" ? (value) => value !== "" || compare(value) : compare;
    }
    case "EqualsAny":
      return not(anyOf(list.map((text) => isEqualTo(fold(text)))));
    case "ContainsAny":
      return not(anyOf(list.map(containsOrStar)));
    default:
      return null;
  }
}

function compilePart(part: Readonly<Record<string, unknown>>): Matcher {
  const fold = part["IsIgnoreCase"] ? toCapitals : asItIs;
  const read = compileReader(part, fold);
  const compare = compileComparison(part, fold);
  // An unknown validator or operator matches nothing, negated or not.
  if (read === null || compare === null) return () => false;
  return (view) => compare(read(view));
}

type Predicate<Value> = (value: Value) => boolean;

/** Whether one of the predicates holds; false when there is none. */
export function anyOf<Value>(predicates: readonly Predicate<Value>[]): Predicate<Value> {
  const [only] = predicates;
  if (only !== undefined && predicates.length === 1) return only;
  return (value) => predicates.some((holds) => holds(value));
}

/** Whether all of the predicates hold; true when there is none. */
function allOf<Value>(predicates: readonly Predicate<Value>[]): Predicate<Value> {
  const [only] = predicates;
  if (only !== undefined && predicates.length === 1) return only;
  return (value) => predicates.every((holds) => holds(value));
}

/**
 * Makes a trigger ready for matching, or returns null when it has no list of parts. Unknown words
 * in it are no error: they match as the public JavaScript connector does.
 */
export function compileTrigger(trigger: unknown): Matcher | null {
  const record = asRecord(trigger);
  if (record === null || !Array.isArray(record["TriggerParts"])) return null;
  const records = record["TriggerParts"].map(asRecord);
  const parts = records.map((part) => (part === null ? () => false : compilePart(part)));
  return record["LogicalOperator"] === "Or" ? anyOf(parts) : allOf(parts);
}

/**
 * Whether any of the triggers matches a request: what the console's preview asks. A connector
 * asks the same through its compiled config.
 */
export function matchesTriggers(triggers: readonly Trigger[], request: ConnectorRequest): boolean {
  const view = new RequestView(request, removeQueueToken(request.url));
  return triggers.some((trigger) => compileTrigger(trigger)?.(view) ?? false);
}
