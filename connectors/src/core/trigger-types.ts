import { decodePercent } from "./percent-encoding.ts";
import { type Reading, type RequestView, readCookies } from "./request.ts";
import { asText, type UnknownRecord } from "./untrusted.ts";

/** What the connector in a page can look at as well as every other. */
type SeenByPages = "UrlValidator" | "CookieValidator" | "UserAgentValidator";

/** What only the connector in a page can look at. Elsewhere a condition matches nothing, negated or not. */
type SeenByPagesOnly = "JSVariableValidator";

/** What a page cannot look at. There a condition matches nothing, and browsers are not told its values. */
type HiddenFromPages = "HttpHeaderValidator" | "RequestBodyValidator" | "RequestMethodValidator";

/** What a condition can look at: the words that `ValidatorType` has in a config. */
export type TriggerType = SeenByPages | SeenByPagesOnly | HiddenFromPages;

/** Finds the text that a condition looks at, undefined where it cannot be seen; `urlPart` is a place in `URL_PARTS`. */
type Reader = (
  view: RequestView,
  part: UnknownRecord,
  urlPart: number,
  reading: Reading,
) => string | undefined;

/** How each type finds its text. */
export const READERS: Readonly<Record<TriggerType, Reader>> = {
  UrlValidator: (_view, part, urlPart, { capitals, urlParts }) =>
    (part["IsIgnoreCase"] ? capitals : urlParts)[urlPart] ?? "",
  CookieValidator: (view, part) =>
    decodePercent(readCookies(view, asText(part["CookieName"]))[0] ?? ""),
  UserAgentValidator: (view) => view.header("user-agent"),
  HttpHeaderValidator: (view, part) => view.header(asText(part["HttpHeaderName"]).toLowerCase()),
  RequestBodyValidator: (view) => view.request.body ?? "",
  RequestMethodValidator: (view) => view.request.method,
  JSVariableValidator: (view, part) => view.request.variable?.(asText(part["VariableName"])),
};

/** Tells whether a connector knows a type. A condition of any other matches nothing. */
export function isTriggerType(type: string): type is TriggerType {
  return Object.hasOwn(READERS, type);
}

/** See {@link HiddenFromPages}. */
export const HIDDEN_FROM_PAGES: Readonly<Record<HiddenFromPages, true>> = {
  HttpHeaderValidator: true,
  RequestBodyValidator: true,
  RequestMethodValidator: true,
};
