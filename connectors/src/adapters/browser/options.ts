/** What a hook hears. */
export interface PageEvent {
  readonly eventId: string;
  /** As in the session: `queue`, `safetynet`, `disabled`, `idle` …; `timeout` without an answer. */
  readonly redirectType: string;
}

declare global {
  interface WindowEventMap {
    "stanchion-verified": CustomEvent<PageEvent>;
    "stanchion-disabled": CustomEvent<PageEvent>;
    "stanchion-timeout": CustomEvent<PageEvent>;
  }
}

/** How to run the connector in a page. */
export interface BrowserConnectorOptions {
  /** The customer's id at the waiting room. */
  readonly customerId: string;
  /**
   * What happens when the waiting room gives no rules or no answer within five seconds: true shows
   * the page, for three minutes without asking again; false covers it and tries again every ten
   * seconds. There is no default: both cost something.
   */
  readonly failOpen: boolean;
  /** Host or origin that the rules are loaded from, for example `https://room.example.com`. */
  readonly configOrigin: string;
  /** Replaces `https://` and the queue domain of the rules. */
  readonly waitingRoomOrigin?: string | undefined;
  readonly queuePathPrefix?: string | undefined;
  /** Adds the page to the requests of `fetch` and `XMLHttpRequest`, and obeys their redirects. */
  readonly intercept?: boolean | undefined;
  /** Hosts besides the page's own whose requests are intercepted. */
  readonly interceptDomains?: readonly string[] | undefined;
  /** Checks again when the page's own scripts change the address. */
  readonly spa?: boolean | undefined;
  /** Asks for rules past every cache. */
  readonly freshConfig?: boolean | undefined;
  /** What the cover says while there is no answer. Default in English. */
  readonly waitText?: string | undefined;
  /** Makes a signed right to join for an event, if the site hands out such. */
  readonly enqueueToken?: ((eventId: string) => string | undefined) | undefined;
  /** The visitor may be here: out of the line, or because there is none. */
  readonly onVerified?: ((event: PageEvent) => void) | undefined;
  /** The waiting room is switched off or idle. */
  readonly onDisabled?: ((event: PageEvent) => void) | undefined;
  /** The waiting room gave no answer, and `failOpen` is true. */
  readonly onTimeout?: ((event: PageEvent) => void) | undefined;
}

/** What can go wrong; the codes stay as they are. */
export type PageProblem =
  | "already-started"
  | "attribute-unknown"
  | "check-failed"
  | "config-refused"
  | "config-unreachable"
  | "customer-missing"
  | "fail-open-missing"
  | "hook-failed"
  | "host-malformed"
  | "no-answer"
  | "redirect-refused";

/** Returns the address of something, or null when the text is none. */
export function readUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Returns `https://host`, or null when the text is neither a host nor an HTTP origin. */
export function readOrigin(text: string): string | null {
  const url = readUrl(/^https?:/i.test(text) ? text : `https://${text}`);
  return url?.href === `${url?.origin}/` ? url.origin : null;
}

/** Returns what is wrong with options, or null. */
export function findProblem(options: BrowserConnectorOptions): PageProblem | null {
  const { customerId, failOpen, configOrigin, waitingRoomOrigin = configOrigin } = options;
  if (!/^[\w-]+$/.test(customerId)) return "customer-missing";
  if (typeof failOpen !== "boolean") return "fail-open-missing";
  const areOrigins = readOrigin(configOrigin) !== null && readOrigin(waitingRoomOrigin) !== null;
  return areOrigins ? null : "host-malformed";
}
