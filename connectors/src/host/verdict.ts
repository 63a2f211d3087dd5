import type { Decision, PassDecision } from "../core/decision.ts";

/** One header of a response. A name may come several times, `Set-Cookie` does. */
export type Header = [name: string, value: string];

/** A whole response, made by the connector instead of the site. */
export interface Answer {
  readonly status: number;
  readonly headers: Header[];
  /** "" also where the method allows none. */
  readonly body: string;
}

/** What an adapter does with a request. */
export interface Verdict {
  /** To be sent instead of the site's response; null lets the request go on to the site. */
  readonly answer: Answer | null;
  /** To be added to the response, whoever makes it. None of them replaces one that is there. */
  readonly headers: Header[];
}

/** Makes an answer that nothing keeps. */
function answerWith(status: number, headers: readonly Header[], body: string = ""): Answer {
  return {
    status,
    headers: [
      ["Cache-Control", "no-cache, no-store, must-revalidate, max-age=0"],
      ["Pragma", "no-cache"],
      ["Expires", "Fri, 01 Jan 1990 00:00:00 GMT"],
      ...headers,
    ],
    body,
  };
}

/** For a site that gives no page of its own. */
const NOT_READY_PAGE = "<html lang=en><title>One moment, please</title>One moment, please";

/** Refuses a request while nobody knows whether it may pass. */
export function notReady(method: string, page: string = NOT_READY_PAGE): Answer {
  const headers: Header[] = [
    ["Retry-After", "10"],
    ["Refresh", "10"],
    ["Content-Type", "text/html; charset=utf-8"],
  ];
  return answerWith(503, headers, method === "HEAD" ? "" : page);
}

/** Refuses a request that does not say, or says in two ways, which host it is for. */
export function hostUnknown(): Answer {
  const says: Header = ["Content-Type", "text/plain; charset=utf-8"];
  return answerWith(400, [says], "host-unknown: the request does not say for which host it is\n");
}

/** Where a decision sends somebody, if it does. */
interface Destination extends Pick<Decision, "type">, Partial<Pick<PassDecision, "cleanUrl">> {
  readonly url?: string;
  readonly headerValue?: string | null;
}

/** Translates a decision into an answer; null lets the request go on. */
export function answerOf(decision: Decision, method: string): Answer | null {
  const { url, headerValue, cleanUrl }: Destination = decision;
  if (headerValue) {
    // Tells a script that its page has to navigate.
    return answerWith(200, [
      ["x-queueit-redirect", headerValue],
      ["Access-Control-Expose-Headers", "x-queueit-redirect"],
    ]);
  }
  // A redirect would lose the body of any other method.
  const isPage = method === "GET" || method === "HEAD";
  const location = url ?? (isPage && cleanUrl);
  return location ? answerWith(302, [["Location", location]]) : null;
}
