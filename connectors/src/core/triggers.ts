import type { Trigger } from "./integration-config.ts";
import { removeQueueToken } from "./queue-token-url.ts";
import type { ConnectorRequest, RequestView } from "./request.ts";
import { viewRequest } from "./request.ts";
import { asRecord, asText } from "./untrusted.ts";

/** A condition made ready for many requests. */
export type Matcher = (view: RequestView) => boolean;

type ReadValue = (view: RequestView) => string;
type Compare = (value: string) => boolean;

function readUrlPart(part: string): ReadValue {
  switch (part) {
    case "PageUrl":
      return (view) => view.pageUrl;
    case "PagePath":
      return (view) => view.pagePath;
    case "HostName":
      return (view) => view.hostName;
    default:
      return () => "";
  }
}

function compileReader(part: Readonly<Record<string, unknown>>): ReadValue | null {
  const cookieName = asText(part["CookieName"]);
  const headerName = asText(part["HttpHeaderName"]).toLowerCase();
  switch (part["ValidatorType"]) {
    case "UrlValidator":
      return readUrlPart(asText(part["UrlPart"]));
    case "CookieValidator":
      return (view) => view.cookies(cookieName)[0] ?? "";
    case "UserAgentValidator":
      return (view) => view.header("user-agent");
    case "HttpHeaderValidator":
      return (view) => view.header(headerName);
    case "RequestBodyValidator":
      return (view) => view.body;
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

/** `*` stands for any value that is not empty, but only where something is searched for. */
function isAnything(value: string, wanted: string): boolean {
  return wanted === "*" && value !== "";
}

function compileComparison(part: Readonly<Record<string, unknown>>): Compare | null {
  const isNegative = Boolean(part["IsNegative"]);
  const fold = part["IsIgnoreCase"]
    ? (text: string): string => text.toUpperCase()
    : (text: string): string => text;
  const wanted = asText(part["ValueToCompare"]);
  const list = Array.isArray(part["ValuesToCompare"]) ? part["ValuesToCompare"].map(asText) : [];
  const single = (compare: Compare): Compare => {
    return (value) => compare(fold(value)) !== isNegative;
  };
  const any = (compares: readonly Compare[]): Compare => {
    return (value) => {
      const folded = fold(value);
      return compares.some((compare) => compare(folded)) !== isNegative;
    };
  };

  switch (part["Operator"]) {
    case "Equals":
      return single(isEqualTo(fold(wanted)));
    case "Contains": {
      const compare = single(contains(fold(wanted)));
      // The star wins even over a negation.
      return (value) => isAnything(value, wanted) || compare(value);
    }
    case "EqualsAny":
      return any(list.map((text) => isEqualTo(fold(text))));
    case "ContainsAny":
      return any(
        list.map((text) => {
          const compare = contains(fold(text));
          return (value) => isAnything(value, text) || compare(value);
        }),
      );
    default:
      return null;
  }
}

function compilePart(part: Readonly<Record<string, unknown>>): Matcher {
  const read = compileReader(part);
  const compare = compileComparison(part);
  // An unknown validator or operator matches nothing, negated or not.
  if (read === null || compare === null) return () => false;
  return (view) => compare(read(view));
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
  return record["LogicalOperator"] === "Or"
    ? (view) => parts.some((matches) => matches(view))
    : (view) => parts.every((matches) => matches(view));
}

/**
 * Whether any of the triggers matches a request: what the console's preview asks. A connector
 * asks the same through its compiled config.
 */
export function matchesTriggers(triggers: readonly Trigger[], request: ConnectorRequest): boolean {
  const view = viewRequest(request, removeQueueToken(request.url));
  return triggers.some((trigger) => compileTrigger(trigger)?.(view) ?? false);
}
