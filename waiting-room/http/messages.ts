import type { Language } from "@/lib/domain/page-texts/languages";
import type { Texts } from "@/lib/domain/page-texts/texts";
import { textsIn } from "@/lib/domain/page-texts/texts-in";

type Facts = {
  /** HTTP status that goes with the page. */
  readonly status: number;
  /** For the people who run the site, in English; shown in small print. */
  readonly operator?: string;
};

type MessageWords = { readonly headline: string; readonly lead: string };

type VisitorCode = keyof Texts["messages"];

/** What visitors may meet. Each says what the texts of this name say in their language. */
const VISITOR_MESSAGES = {
  inside: { status: 200 },
  "visit-over": { status: 200 },
  "not-drawn": { status: 200 },
  "pass-refused": {
    status: 503,
    operator:
      "The same pass came back three times. Either the secret of the connector is not the active secret of this customer, or the clock of the site is wrong. Compare both, and the event id of the action.",
  },
  "used-elsewhere": { status: 409 },
  "join-again": { status: 410 },
  "on-hold": { status: 503 },
  "enter-code": { status: 200 },
  "invitation-needed": { status: 403 },
  "invitation-invalid": {
    status: 403,
    operator:
      "The enqueue token was refused: compare its secret, customer id, event id and times with this event.",
  },
  "invitation-used": { status: 409 },
  "code-mistyped": { status: 400 },
  "code-unknown": { status: 403 },
  "code-guesses": { status: 429 },
  "code-spent": { status: 409 },
  "code-revoked": { status: 403 },
  "code-early": { status: 403 },
  "code-late": { status: 403 },
  held: { status: 200 },
  checking: { status: 200 },
  checked: { status: 200 },
  blocked: {
    status: 403,
    operator: "A rule of this event blocks this visit: see the access rules in the console.",
  },
  later: { status: 503 },
  "too-many-cookies": { status: 431 },
  "cookies-too-large": { status: 431 },
  left: { status: 200 },
  "sold-out": { status: 410 },
  cancelled: { status: 200 },
  "unknown-event": { status: 404 },
  ended: { status: 410 },
  "token-hash": {
    status: 403,
    operator: "The signature did not match: check the connector’s secret.",
  },
  "token-timestamp": {
    status: 403,
    operator:
      "If this is frequent, the clock of the site is wrong or the pass validity is too short.",
  },
  "token-eventid": { status: 403 },
  "token-ip": {
    status: 403,
    operator:
      "If this is frequent, the waiting room and the site see visitors at different addresses: check what the proxies in front of both pass on, or let the event’s tokens count from every address.",
  },
  "token-qidlimit": {
    status: 403,
    operator:
      "The connector counts how often a queue id comes in. If honest visitors see this, its limit is too low.",
  },
  "session-state": { status: 403 },
  "token-other": { status: 403 },
  "bad-request": { status: 400 },
  "cross-site": { status: 403 },
  "not-open": { status: 404, operator: "Start the event in the console." },
  "no-secret": {
    status: 503,
    operator:
      "This customer has no active secret, so no pass can be signed. Generate one in the console.",
  },
  "not-found": { status: 404 },
  "method-not-allowed": { status: 405 },
  "too-large": { status: 413 },
  recovering: { status: 503 },
  internal: { status: 500 },
  "frame-refused": { status: 403 },
} as const satisfies Readonly<Record<VisitorCode, Facts>>;

/** What only those who run a site meet, in English. */
const OPERATOR_MESSAGES = {
  "staff-link": {
    status: 200,
    headline: "Go past the line",
    lead: "This link lets you in without waiting. Each use is recorded.",
  },
  "staff-link-invalid": {
    status: 403,
    headline: "This staff link does not work",
    lead: "It has expired or was changed on the way. Ask whoever sent it to you for a new one.",
  },
  "connector-setup": {
    status: 200,
    headline: "The connector is not set up",
    lead: "It lacks the customer id or the secret. Give it both, start it anew, and open a new diagnostics link from the console.",
  },
  "connector-hash": {
    status: 200,
    headline: "The connector has another secret",
    lead: "It could not confirm a link that was signed with the active secret. Compare the key ids in the console and give the connector that secret, or one with which it can be activated.",
  },
  "connector-timestamp": {
    status: 200,
    headline: "The link is too old for the connector",
    lead: "Diagnostics links work for five minutes. Open a new one; if it is refused too, the clock of the site is wrong.",
  },
  "connector-other": {
    status: 200,
    headline: "The connector reports a fault",
    lead: "It gave no reason that is known here. The log of the site has more.",
  },
  "api-key-refused": {
    status: 401,
    headline: "This needs an API key",
    lead: "Send a valid key of this customer in the api-key header.",
  },
  "api-key-expired": {
    status: 401,
    headline: "This API key has expired",
    lead: "Make a new one in the console and put it in the place of this one.",
  },
  "scope-missing": {
    status: 403,
    headline: "This API key is for something else",
    lead: "The key lacks the scope that this answer names. Make a key with it in the console.",
  },
  "no-config": {
    status: 404,
    headline: "Waiting for the first publication",
    lead: "This customer has not published any rules yet. Publish them in the console, on the page Rules.",
  },
} as const satisfies Readonly<Record<string, Facts & MessageWords>>;

/** What visitors may meet and what says the same as another message. */
const SAME_WORDS = {
  "id-in-capitals": {
    status: 400,
    words: "bad-request",
    operator:
      "The customer id or the event id has capitals. Here both are in small letters, because with capitals connectors do not find their own sessions again. Change the id in the link or in the site's code; rules that are published here have it right.",
  },
} as const satisfies Readonly<Record<string, Facts & { readonly words: VisitorCode }>>;

/** What the waiting page says as well, with the same words. */
const SCREEN_MESSAGES = {
  "cookies-needed": { status: 403 },
  leave: { status: 200 },
} as const;

/** Every page that is not the waiting page, by its stable code. */
export const MESSAGES = {
  ...VISITOR_MESSAGES,
  ...OPERATOR_MESSAGES,
  ...SAME_WORDS,
  ...SCREEN_MESSAGES,
} as const;

export type MessageCode = keyof typeof MESSAGES;

/** A text as a code; null for none that there is. */
export function readMessageCode(text: string): MessageCode | null {
  return isCode(text) ? text : null;
}

function isCode(text: string): text is MessageCode {
  return Object.hasOwn(MESSAGES, text);
}

/** The status of a code, with the words for operators where there are any. */
export function messageOf(code: MessageCode): Facts {
  return MESSAGES[code];
}

/** True for a code that somebody may have to quote: of a fault, and of what those who run a site meet. */
export function isQuoted(code: MessageCode): boolean {
  // Beside a field for an access code nobody would know which code is meant.
  const isOfCode = code.startsWith("code-");
  return (messageOf(code).status >= 400 && !isOfCode) || isIn(OPERATOR_MESSAGES, code);
}

/** The words of a code for a reader of these texts, and the language that they are in. */
export function wordsOfMessage(
  code: MessageCode,
  { language, texts }: { readonly language: Language; readonly texts: Texts },
): MessageWords & { readonly language: Language } {
  if (isIn(OPERATOR_MESSAGES, code)) return { ...OPERATOR_MESSAGES[code], language: "en" };
  if (isIn(SCREEN_MESSAGES, code)) {
    const { cookiesTitle, cookiesLead, leaveTitle, leavePlaceLead } = texts.screen;
    return code === "leave"
      ? { headline: leaveTitle, lead: leavePlaceLead, language }
      : { headline: cookiesTitle, lead: cookiesLead, language };
  }
  const words = isIn(SAME_WORDS, code) ? SAME_WORDS[code].words : code;
  return { ...texts.messages[words], language };
}

/** What programs and logs are told of a code. */
export function englishOf(code: MessageCode): MessageWords {
  return wordsOfMessage(code, { language: "en", texts: textsIn("en") });
}

function isIn<Messages extends object>(
  messages: Messages,
  code: MessageCode,
): code is keyof Messages & MessageCode {
  return Object.hasOwn(messages, code);
}
