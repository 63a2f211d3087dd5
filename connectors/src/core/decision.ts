import type { CompiledConfig } from "./compile-config.ts";
import type { CookieChange } from "./cookie-change.ts";
import type { HmacSha256Hex } from "./hmac.ts";
import type { RedirectError } from "./redirect-urls.ts";

/** What a decision rests on besides the request. */
export interface DecideOptions {
  readonly config: CompiledConfig;
  readonly customerId: string;
  /** The first signs; all of them verify. */
  readonly secrets: readonly [string, ...string[]];
  readonly hmac: HmacSha256Hex;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Names the connector to the waiting room (`ver`). */
  readonly connectorVersion: string;
  /** Replaces `https://` and the config's queue domain in redirects. */
  readonly waitingRoomOrigin?: string | undefined;
  /** Makes a signed right to join for an event, if the site hands out such. */
  readonly enqueueToken?: ((eventId: string) => string | undefined) | undefined;
}

/** Why somebody is sent to the waiting room. */
export type RedirectReason = "queue" | "cancel" | RedirectError["code"];

/** No rule applies, or the rule says so: the request is none of the connector's business. */
export interface IgnoreDecision {
  readonly type: "ignore";
}

/** The visitor is in. */
export interface PassDecision {
  readonly type: "pass";
  readonly eventId: string;
  /** "" when the session names none. */
  readonly queueId: string;
  readonly redirectType: string;
  readonly cookies: readonly CookieChange[];
  /** The URL without its queue token, to be redirected to; null when it had none. */
  readonly cleanUrl: string | null;
}

/** The visitor goes to the waiting room, to queue or to read about an error. */
export interface RedirectDecision {
  readonly type: "redirect";
  readonly url: string;
  readonly reason: Exclude<RedirectReason, "cancel">;
  readonly cookies: readonly CookieChange[];
}

/** A script's request is refused; the page that runs the script has to navigate to `url`. */
export interface AjaxRedirectDecision {
  readonly type: "ajax-redirect";
  readonly url: string;
  /** `url` percent-encoded: the value of `x-queueit-redirect`. */
  readonly headerValue: string;
  readonly reason: RedirectReason;
  readonly cookies: readonly CookieChange[];
}

/** The visitor leaves: the session ends here, and `url` tells the waiting room. */
export interface CancelDecision {
  readonly type: "cancel";
  readonly url: string;
  readonly cookies: readonly CookieChange[];
}

/** The whole answer to a request: an adapter only translates it. */
export type Decision =
  | IgnoreDecision
  | PassDecision
  | RedirectDecision
  | AjaxRedirectDecision
  | CancelDecision;
