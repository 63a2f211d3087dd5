/**
 * What a program, such as an app, is answered when it asks for a visitor: see docs/apps.md. The server makes its
 * answers of these types, so they say what it sends. This file imports nothing: take it into an app as it is.
 *
 * Times that end in `At` are the server's clock in milliseconds; what is sent besides may be ignored.
 */

/** The answer to `GET /?c=&e=&t=` with `Accept: application/json`. */
export type VisitorStatus = VisitorFacts & VisitorStep;

/** What the visitor does next. */
export type VisitorStep =
  /** Ask again, by `links.again`, after so many seconds. */
  | { readonly next: "wait"; readonly askAgainSeconds: number }
  /** `POST links.join` now: it hands out a place. */
  | { readonly next: "join"; readonly askAgainSeconds: null }
  /** `POST links.enter` now: it is the visitor's turn. */
  | { readonly next: "enter"; readonly askAgainSeconds: null }
  /** Open `url`: the site, with a pass if `state` is `admitted`, or a page on which the visitor goes on. */
  | { readonly next: "open"; readonly askAgainSeconds: null; readonly url: string }
  /** Nothing changes any more. */
  | { readonly next: "stop"; readonly askAgainSeconds: null };

export type VisitorFacts = {
  readonly v: 1;
  readonly state: VisitorState;
  readonly phase: VisitorPhase;
  readonly method: VisitorMethod;
  /** The name of the event. */
  readonly event: string;
  /** Rises when the event starts anew: places and claims of a run before are worth nothing. */
  readonly run: number;
  readonly now: number;
  readonly startAt: number | null;
  readonly endAt: number | null;
  /** Null before the visitor has joined, and after they are in. */
  readonly place: VisitorPlace | null;
  /**
   * How long it takes until the turn, in seconds: eight of ten visitors wait so long; null while nobody can say. `until` is
   * there where the site is full.
   */
  readonly wait: {
    readonly low: number;
    readonly high: number;
    readonly until?: "somebody-leaves";
  } | null;
  /** There while what is left may be sold before this visitor's turn; never where the site reports no stock. */
  readonly stockMayEnd?: true;
  /** What an operator tells visitors, or why the line stands; null for nothing. */
  readonly message: string | null;
  /** When an operator last said some of it; null for what an end says. */
  readonly messageAt: number | null;
  readonly links: VisitorLinks;
  /** The sealed place, where it is new, or `-` where it is gone: keep it, and send it back in `x-stanchion-place`. */
  readonly kept?: string;
};

export type VisitorState =
  /** The visitor has no place yet, and may join. */
  | "join"
  /** The event has not opened. */
  | "before"
  /** In line, or waiting for the draw. */
  | "waiting"
  /** It is this visitor's turn. */
  | "turn"
  /** Let in: `url` has the pass. The same one as long as it is valid. */
  | "admitted"
  /** Let in before, and the visit still counts: nobody holds two places. */
  | "inside"
  | "paused"
  /** As many wait as may wait; nobody who waits loses a place by it. */
  | "full"
  | "sold-out"
  | "ended"
  | "rejected"
  /** The place went to another device. */
  | "moved"
  /** The draw has dropped the place: the page says why. */
  | "dropped"
  /** Admission by lottery, which only the page plays. */
  | "lottery"
  /** The server has not heard from the line for a while; places are kept. */
  | "recovering";

export type VisitorPhase =
  | "draft"
  | "before"
  | "pre-queue"
  | "drawing"
  | "dormant"
  | "queueing"
  | "running"
  | "ended"
  | "stopped"
  | "rejected";

export type VisitorMethod = "fifo" | "random" | "passthrough" | "reject";

export type VisitorPlace =
  | {
      readonly order: "number";
      readonly number: number;
      /** How many stand before this visitor. */
      readonly ahead: number;
      readonly joinedAt: number;
      readonly supportCode: string;
    }
  | {
      readonly order: "random";
      /** That this visitor is let in within a minute, of 1; null while nobody can say. */
      readonly chancePerMinute: number | null;
      readonly joinedAt: number;
      readonly supportCode: string;
    }
  /** The number is drawn when the event starts. */
  | { readonly order: "undrawn"; readonly joinedAt: number; readonly supportCode: string };

/** Whole addresses. */
export type VisitorLinks = {
  /** `GET`: this answer, the next time. */
  readonly again: string;
  /**
   * `POST`, a form: `joinId` (22 characters of base64url). The target and an invitation of the first question are in the
   * address; `t`, `enqueueToken` and `code` in the form come before them.
   */
  readonly join: string;
  /** `POST`, a form: `claim` (22 characters of base64url). */
  readonly enter: string;
  /** `POST`: gives the place back, or ends the visit. */
  readonly leave: string;
  /** The waiting page, for a web view. */
  readonly page: string;
};

/** In line. `Line` is the line as the page reads it. */
export type WaitingAnswer<Line = unknown> = {
  readonly status: "waiting";
  readonly number: number;
  readonly joinedAt: number;
  /** True when the visitor may enter. */
  readonly turn: boolean;
  readonly supportCode: string;
  readonly line: Line;
  /** The proof of the join, where there is a draw. */
  readonly receipt?: string;
  /** Of a place whose browser holds a key: what its proofs name. */
  readonly queueId?: string;
  readonly kept?: string;
  /** As in `VisitorFacts`. */
  readonly stockMayEnd?: true;
};

/** Let in: `redirectUrl` is the site with the pass (`queueittoken`). */
export type AdmittedAnswer = {
  readonly status: "admitted";
  readonly redirectUrl: string;
  readonly number?: number;
  readonly kept?: string;
};

/** Let in before, with nothing left to do here until then. */
export type InsideAnswer = {
  readonly status: "inside";
  readonly until: number;
  /** Without its host, as every `pageUrl`: an address of the server that answered. */
  readonly pageUrl: string;
};

/** The place went to another device: this one may join anew. */
export type MovedAnswer = {
  readonly status: "moved";
  readonly pageUrl: string;
  readonly kept?: string;
};

/** The draw of the pre-queue has dropped the place; the page says why, and how to join behind everybody. */
export type DroppedAnswer = { readonly status: "dropped"; readonly pageUrl: string };

export type JoinAnswer<Line = unknown> =
  | WaitingAnswer<Line>
  | AdmittedAnswer
  | InsideAnswer
  | DroppedAnswer
  /** Nobody can join now. */
  | { readonly status: "closed" }
  | { readonly status: "full"; readonly retryAfterMs: number }
  | ChallengeAnswer;

/** Nothing was taken: join again, with the same `joinId`, and with the `proof` of what is asked. */
export type ChallengeAnswer = {
  readonly status: "challenge";
  readonly challenge: OfferedChallenge;
};

export type OfferedChallenge = WorkChallenge | CaptchaChallenge;

/**
 * A CAPTCHA of a vendor. The `proof` is `captcha.`, the seed, a dot and the vendor's token; or `captcha.other` for proof
 * of work instead, and `captcha.unloaded` where the vendor's script could not be loaded.
 */
export type CaptchaChallenge = {
  readonly kind: "captcha";
  readonly provider: "turnstile" | "hcaptcha" | "recaptcha" | "friendly-captcha";
  readonly siteKey: string;
  readonly seed: string;
  /** While the vendor is away and nobody can solve it: when to join again, without a proof. Null: it can be solved. */
  readonly retryAfterMs: number | null;
  /** A page of this server that shows the widget in a frame. */
  readonly frame: string;
  /** As those of `WorkChallenge`. */
  readonly joinId: string;
  readonly expiresInMs: number;
  readonly script: string;
};

/**
 * A proof of work: for each puzzle from 0 on, a number of 32 bits is looked for with which the first 32 bits of
 * SHA-256(SHA-256(`seed`) + puzzle + number) are below `target`; both numbers have four bytes, the highest first. The
 * `proof` is the seed, a dot, and the numbers found, one after the other, in base64url.
 */
export type WorkChallenge = {
  readonly kind: "work";
  readonly seed: string;
  readonly puzzles: number;
  readonly target: number;
  /** The join that it is for: what was sent. */
  readonly joinId: string;
  /** A proof that comes later is worth nothing. */
  readonly expiresInMs: number;
  /** What the page loads to solve it: a path of this server. */
  readonly script: string;
};

export type StatusAnswer<Line = unknown> =
  | WaitingAnswer<Line>
  | AdmittedAnswer
  | InsideAnswer
  | MovedAnswer
  | DroppedAnswer
  | { readonly status: "none" };

export type NearAnswer<Line = unknown> =
  /** Whoever waits hears of the line as well. */
  | { readonly status: "ok"; readonly line: Line }
  /** Another browser holds the key of the place. */
  | MovedAnswer
  | { readonly status: "none" | "admitted" | "renewable" | "inside" };

export type EnterAnswer<Line = unknown> =
  | AdmittedAnswer
  | InsideAnswer
  | MovedAnswer
  /** No slot yet: enter again after so long. */
  | { readonly status: "wait"; readonly retryAfterMs: number; readonly line: Line }
  /** `used`: another claim has used this place. `spent`: it is over. `none`: no place came with the request. */
  | { readonly status: "used" | "soldout" | "none" }
  /** `kept` says that the place is gone. */
  | { readonly status: "spent"; readonly kept?: string };

/** `kept` says that the place is gone. */
export type LeaveAnswer = { readonly status: "left"; readonly kept?: string };

/** Every answer with a status of 400 or more (`application/problem+json`, RFC 9457). */
export type VisitorProblem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** Stable: programs may rely on it. */
  readonly code: string;
  readonly detail: string;
  /** Which field, parameter or header is wrong, what it may hold, and what it held. */
  readonly field?: string;
  readonly allowed?: string;
  readonly value?: string;
  readonly retryAfterMs?: number;
};
