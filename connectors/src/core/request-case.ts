import type { Protection } from "./compile-config.ts";
import { type CookieChange, clearSession } from "./cookie-change.ts";
import type {
  AjaxRedirectDecision,
  DecideOptions,
  Diagnosis,
  RedirectDecision,
  RedirectReason,
} from "./decision.ts";
import { decodePercent, encodePercent } from "./percent-encoding.ts";
import type { RedirectContext } from "./redirect-urls.ts";
import type { ConnectorRequest, RequestView } from "./request.ts";

const AJAX_PAGE_URL_HEADER = "x-queueit-ajaxpageurl";

/** A request together with the integration that applies to it. */
export interface RequestCase {
  readonly request: ConnectorRequest;
  readonly view: RequestView;
  /** From the URL or a header, percent-decoded; null without one. */
  readonly queueToken: string | null;
  readonly options: DecideOptions;
  readonly protection: Protection;
  readonly nowUnixSeconds: number;
  /** The address that tokens and sessions may be bound to; undefined checks none. */
  readonly clientIp: string | undefined;
}

/** Puts together what every later step of a decision needs. */
export function openCase(
  request: ConnectorRequest,
  options: DecideOptions,
  matched: Pick<RequestCase, "view" | "queueToken" | "protection">,
): RequestCase {
  const { view, queueToken, protection } = matched;
  return {
    request,
    view,
    queueToken,
    options,
    protection,
    nowUnixSeconds: Math.floor(options.nowMs / 1000),
    clientIp: options.bindsToAddress === false ? undefined : request.clientIp,
  };
}

/** What redirects of this case tell the waiting room. */
export function redirectContextOf({ options, protection }: RequestCase): RedirectContext {
  return {
    customerId: options.customerId,
    protection,
    configVersion: options.config.version,
    connectorVersion: options.connectorVersion,
    waitingRoomOrigin: options.waitingRoomOrigin,
  };
}

/** The page of the script that makes the request, percent-encoded as sent; "" without a script. */
export function ajaxPageUrlOf({ view }: RequestCase): string {
  return view.header(AJAX_PAGE_URL_HEADER);
}

/** Returns the page that the visitor looks at; "" when a script gives it unreadably. */
export function currentPageUrl(given: RequestCase): string {
  const ajaxPageUrl = ajaxPageUrlOf(given);
  return ajaxPageUrl === "" ? given.view.pageUrl : (decodePercent(ajaxPageUrl) ?? "");
}

/** Clears the session cookies of the integration that came with the request. */
export function clearFoundSessions({ protection, view }: RequestCase): readonly CookieChange[] {
  return protection.eventIds
    .map((eventId) => clearSession(protection, eventId))
    .filter(({ name }) => view.cookies(name, 1).some((value) => value !== ""));
}

/**
 * Sends somebody to the waiting room in the way that suits the request, and clears the session
 * cookies of the integration that came with it.
 */
export function leaveFor(
  given: RequestCase,
  reason: Exclude<RedirectReason, "cancel">,
  url: string,
  diagnosis: Diagnosis,
): RedirectDecision | AjaxRedirectDecision {
  const cookies = clearFoundSessions(given);
  if (ajaxPageUrlOf(given) === "") return { type: "redirect", url, reason, diagnosis, cookies };
  const headerValue = encodePercent(url);
  return { type: "ajax-redirect", url, headerValue, reason, diagnosis, cookies };
}
