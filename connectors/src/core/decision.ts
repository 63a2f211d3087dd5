import type { CompiledConfig } from "./compile-config.ts";
import type { PassError, VerifyPass } from "./pass.ts";
import type { Secrets } from "./secrets.ts";
import type { SessionCookieError } from "./session-fields.ts";
import type { QueueTokenError } from "./token-fields.ts";

/** What a decision rests on besides the request. */
export interface DecideOptions extends Secrets {
  readonly config: CompiledConfig;
  readonly customerId: string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Names the connector to the waiting room (`ver`). */
  readonly connectorVersion: string;
  /** Replaces `https://` and the config's queue domain in redirects. */
  readonly waitingRoomOrigin?: string | undefined;
  /** Makes a signed right to join for an event, if the site hands out such. */
  readonly enqueueToken?: ((eventId: string) => string | undefined) | undefined;
  /**
   * Lower-case letters and digits, at most 20, that no other decision of the same second has. Without it visitors
   * whom rules send into a lane in one second have one right between them.
   */
  readonly nonce?: string | undefined;
  /**
   * Whether this is the first use of a queue token, which is remembered then: so each starts one
   * session only. Asked of tokens that would admit.
   *
   * @param tokenHash - see {@link PassDecision}
   */
  readonly isFirstUse?: ((tokenHash: string, expiresAtUnixSeconds: number) => boolean) | undefined;
  /** Whether the waiting room has taken a place back; its sessions and tokens do not count. */
  readonly isRefused?: ((queueId: string) => boolean) | undefined;
  /**
   * Whether tokens and sessions that are bound to an address are good from there only. Default
   * true; false checks no address and starts sessions that are bound to none.
   */
  readonly bindsToAddress?: boolean | undefined;
  /** Whether what is bound to a user agent is good from it only. Default true. */
  readonly bindsToUserAgent?: boolean | undefined;
  /**
   * Checks the passes of events that have them. Without it (a runtime without Ed25519) such an event lets in
   * by its queue token where its customer allows that, and else nobody.
   */
  readonly verifyPass?: VerifyPass | undefined;
  /**
   * Default false: rules hold however an address is spelled, addresses of visitors are compared in one
   * spelling, and session cookies of https pages are `Secure` and `SameSite=Lax`. True does none of that,
   * as the public connectors.
   */
  readonly exactKnownUser?: boolean | undefined;
}

/** Why somebody is sent to an error page of the waiting room. The word is also its path. */
export type RedirectError =
  | Exclude<QueueTokenError, "agent">
  | "connector/sessionstate"
  | "qidlimit";

/** Why somebody is sent to the waiting room. */
export type RedirectReason = "queue" | "cancel" | RedirectError;

/** Why a request is decided as it is. The word is stable. */
export type DecisionReason =
  | RedirectReason
  | "no-rule"
  | "ignore-rule"
  | "nothing-to-cancel"
  | "session"
  | "token";

/** What was found in a request. Holds no secret, token or cookie, so it may be logged. */
export interface Diagnosis {
  /** The name of the integration that applies. */
  readonly rule: string | null;
  /**
   * `refused`: the waiting room has taken the place back. `debug`: another connector made it of a
   * token that asks for diagnostics.
   */
  readonly session: "none" | "valid" | "refused" | "debug" | SessionCookieError;
  /**
   * Of the pass, where the event has passes. `unread`: a session made it unnecessary. `used`: it has started a
   * session before. `unsigned`: it is good, and a pass is needed. `run`: of an older run.
   */
  readonly token:
    | "none"
    | "unread"
    | "valid"
    | "used"
    | "refused"
    | "debug"
    | "unsigned"
    | PassError;
}

interface DecisionBase {
  readonly reason: DecisionReason;
  readonly diagnosis: Diagnosis;
  /** The value of each `Set-Cookie` header that the response has to have, whoever makes it. */
  readonly cookies: readonly string[];
}

/** No rule applies, or the rule says so: the request is none of the connector's business. */
export interface IgnoreDecision extends DecisionBase {
  readonly type: "ignore";
}

/** The visitor is in. */
export interface PassDecision extends DecisionBase {
  readonly type: "pass";
  readonly eventId: string;
  /** "" when the session names none. */
  readonly queueId: string;
  readonly redirectType: string;
  /** The hash of the token that started the session: it names the token. null without one. */
  readonly tokenHash: string | null;
  /** The URL without its queue token, to be redirected to; null when it had none. */
  readonly cleanUrl: string | null;
}

/** What sends a visitor to the waiting room. */
interface DecisionToLeave extends DecisionBase {
  readonly url: string;
  /**
   * Where a script made the request, which its page has to navigate for: `url` percent-encoded, the
   * value of `x-queueit-redirect`. null: the response redirects.
   */
  readonly headerValue: string | null;
}

/** The visitor goes to the waiting room, to queue or to read about an error. */
export interface RedirectDecision extends DecisionToLeave {
  readonly type: "redirect";
}

/** The visitor leaves: these sessions end here, and `url` tells the waiting room. */
export interface CancelDecision extends DecisionToLeave {
  readonly type: "cancel";
  readonly ended: readonly EndedSession[];
}

/** A session that its visitor gives back. `queueId` may be "". */
export interface EndedSession {
  readonly eventId: string;
  readonly queueId: string;
}

/** The whole answer to a request: an adapter only translates it. */
export type Decision = IgnoreDecision | PassDecision | RedirectDecision | CancelDecision;
