import type { Rule } from "../../core/compile-config.ts";
import { removeQueueToken } from "../../core/queue-token-url.ts";
import { setSession } from "../../core/set-cookie.ts";
import type { BrowserConnectorOptions, PageEvent } from "./options.ts";
import type { Page } from "./page.ts";
import { readPageSession, TIMEOUT_SESSION } from "./session.ts";

const TIMEOUT_SESSION_SECONDS = 180;
/** A cookie outlives its session, which its value limits. */
const SESSION_COOKIE_SECONDS = 86_400;

/** Takes the queue token out of the address bar. */
export function cleanAddress(page: Page): void {
  const url = page.url();
  const cleanUrl = removeQueueToken(url);
  if (cleanUrl !== url) page.replaceUrl(cleanUrl);
}

/** What a page does once it is known that the visitor may be here. */
export interface Outcomes {
  /** Keeps a session as a cookie of the site. */
  readonly keep: (rule: Rule, session: string) => void;
  /** Shows the page, takes the token out of the address, and tells the page about it. */
  readonly show: (rule: Rule, session: string) => void;
  /** Does both. */
  readonly enter: (rule: Rule, session: string) => void;
}

function hookOf(redirectType: string): "onVerified" | "onDisabled" | "onTimeout" {
  if (redirectType === TIMEOUT_SESSION) return "onTimeout";
  const isOff = redirectType === "disabled" || redirectType === "idle";
  return isOff ? "onDisabled" : "onVerified";
}

/** Makes the outcomes of a page. They never throw, whatever the page's own hooks do. */
export function createOutcomes(options: BrowserConnectorOptions, page: Page): Outcomes {
  const tell = (event: PageEvent): void => {
    const hook = hookOf(event.redirectType);
    try {
      options[hook]?.(event);
    } catch (error) {
      page.report("hook-failed", String(error));
    }
    page.announce(`stanchion-${hook.slice(2).toLowerCase()}`, event);
  };
  const keep: Outcomes["keep"] = (rule, value) => {
    const seconds = value === TIMEOUT_SESSION ? TIMEOUT_SESSION_SECONDS : SESSION_COOKIE_SECONDS;
    const kept = { seconds, nowUnixSeconds: Math.floor(page.nowMs() / 1000) };
    page.setCookie(setSession(rule, page.url(), rule.eventId, value, kept));
  };
  const show: Outcomes["show"] = ({ eventId, eventIds }, session) => {
    page.cover(null);
    cleanAddress(page);
    const known = eventIds.flatMap((id) => readPageSession(session, id) ?? [])[0];
    const redirectType = session === TIMEOUT_SESSION ? session : (known?.redirectType ?? "");
    tell({ eventId, redirectType });
  };
  return {
    keep,
    show,
    enter: (rule, session) => {
      keep(rule, session);
      show(rule, session);
    },
  };
}
