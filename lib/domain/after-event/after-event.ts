import { parseUrl } from "@/lib/domain/parse-url";
import type { Phase } from "@/lib/domain/phase";
import { allowedTarget } from "@/lib/domain/target/allowed-target";

/** The waiting room's own page; `message` stands on it in the operator's words. */
type EndPage = { readonly kind: "page"; readonly message: string | null };

/** What an event does after its end. */
export type AfterEvent = {
  /** What visitors of the waiting room get. */
  readonly show: EndPage | { readonly kind: "redirect"; readonly url: string };
  /** What visitors get whom a connector sent here from a protected page. */
  readonly protectedPages: "keep-out" | "let-through";
};

type WithAfterEvent = { readonly afterEvent: AfterEvent | null };

/** Only the hosts of an event decide where its visitors may be sent. */
type EventTargets = { readonly targetUrl: string; readonly allowedHosts: readonly string[] };

export type AfterEventAnswer =
  | EndPage
  | { readonly kind: "redirect"; readonly url: string }
  /** Sent on with a token whose redirect type (`rt`) says how. */
  | { readonly kind: "let-through"; readonly redirectType: "afterevent" };

const PLAIN_PAGE: EndPage = { kind: "page", message: null };

export const AFTER_EVENT_DEFAULT: AfterEvent = {
  show: PLAIN_PAGE,
  protectedPages: "keep-out",
};

/** The same, where protected pages keep everybody out. */
export function keepingOut(afterEvent: AfterEvent | null): AfterEvent | null {
  return afterEvent === null ? null : { ...afterEvent, protectedPages: "keep-out" };
}

/** Why an event cannot do so after its end, for the field `show.url`; null when it can. */
export function afterEventProblem({ show }: AfterEvent, event: EventTargets): string | null {
  if (show.kind === "page" || findAllowed(show.url, event) !== null) return null;
  const host = parseUrl(show.url)?.host;
  if (host === undefined) return "Enter a full URL.";
  return `${host} is not an allowed host. Add it to the allowed target hosts first.`;
}

/**
 * The answer to a visitor after the end. A redirect whose host is no longer allowed becomes the page.
 */
export function afterEventAnswer(
  { show, protectedPages }: AfterEvent,
  event: EventTargets,
  { fromProtectedPage }: { readonly fromProtectedPage: boolean },
): AfterEventAnswer {
  if (fromProtectedPage && protectedPages === "let-through") {
    return { kind: "let-through", redirectType: "afterevent" };
  }
  if (show.kind === "page") return show;
  const url = findAllowed(show.url, event);
  return url === null ? PLAIN_PAGE : { kind: "redirect", url };
}

/** What the waiting page says after the end, in the operator's words; null for its own. */
export function endMessage({ afterEvent }: WithAfterEvent, phase: Phase): string | null {
  const show = phase === "ended" ? afterEvent?.show : undefined;
  return show?.kind === "page" ? show.message : null;
}

/** True when a page that is loaded anew after the end leads somewhere else. */
export function leadsOn({ afterEvent }: WithAfterEvent, phase: Phase): boolean {
  if (phase !== "ended" || afterEvent === null) return false;
  return afterEvent.show.kind === "redirect" || afterEvent.protectedPages === "let-through";
}

/** The address in its canonical form, or null when the hosts of the event do not allow it. */
function findAllowed(url: string, { targetUrl, allowedHosts }: EventTargets): string | null {
  const refused = "";
  const own = parseUrl(targetUrl);
  const hosts = [...(own === null ? [] : [own.host]), ...allowedHosts];
  const target = allowedTarget(url, { targetUrl: refused, allowedHosts: hosts });
  return target === refused ? null : target;
}
