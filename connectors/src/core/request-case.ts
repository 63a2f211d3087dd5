import type { Protection } from "./compile-config.ts";
import { type CookieChange, clearSession } from "./cookie-change.ts";
import type { DecideOptions, Decision, RedirectReason } from "./decision.ts";
import { decodePercent, encodePercent } from "./percent-encoding.ts";
import type { RedirectContext } from "./redirect-urls.ts";
import type { ConnectorRequest, RequestView } from "./request.ts";

const AJAX_PAGE_URL_HEADER = "x-queueit-ajaxpageurl";

/** A request together with the integration that applies to it. */
export interface RequestCase {
  readonly request: ConnectorRequest;
  readonly view: RequestView;
  readonly options: DecideOptions;
  readonly protection: Protection;
  readonly redirectContext: RedirectContext;
  readonly nowUnixSeconds: number;
  /** Percent-encoded, as sent; "" unless a script makes the request. */
  readonly ajaxPageUrl: string;
}

/** Puts together what every later step of a decision needs. */
export function openCase(
  request: ConnectorRequest,
  options: DecideOptions,
  matched: { readonly view: RequestView; readonly protection: Protection },
): RequestCase {
  const { view, protection } = matched;
  return {
    request,
    view,
    options,
    protection,
    redirectContext: {
      customerId: options.customerId,
      protection,
      configVersion: options.config.version,
      connectorVersion: options.connectorVersion,
      waitingRoomOrigin: options.waitingRoomOrigin,
    },
    nowUnixSeconds: Math.floor(options.nowMs / 1000),
    ajaxPageUrl: view.header(AJAX_PAGE_URL_HEADER),
  };
}

/** Returns the page that the visitor looks at; "" when a script gives it unreadably. */
export function currentPageUrl({ ajaxPageUrl, view }: RequestCase): string {
  return ajaxPageUrl === "" ? view.pageUrl : (decodePercent(ajaxPageUrl) ?? "");
}

function clearFoundSessions({ protection, view }: RequestCase): readonly CookieChange[] {
  return protection.eventIds
    .map((eventId) => clearSession(protection, eventId))
    .filter(({ name }) => view.cookies(name).some((value) => value !== ""));
}

/**
 * Sends somebody to the waiting room in the way that suits the request, and clears the session
 * cookies of the integration that came with it.
 */
export function leaveFor(given: RequestCase, reason: RedirectReason, url: string): Decision {
  const cookies = clearFoundSessions(given);
  if (given.ajaxPageUrl !== "") {
    return { type: "ajax-redirect", url, headerValue: encodePercent(url), reason, cookies };
  }
  if (reason === "cancel") return { type: "cancel", url, cookies };
  return { type: "redirect", url, reason, cookies };
}
