import type { Decision } from "../core/decision.ts";

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
function answerWith(status: number, headers: Header[], body: string = ""): Answer {
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
const NOT_READY_PAGE =
  '<!doctype html><html lang="en"><title>One moment, please</title><p>One moment, please';

/** Refuses a request while nobody knows whether it may pass. */
export function notReady(method: string, page: string = NOT_READY_PAGE): Answer {
  const headers: Header[] = [
    ["Retry-After", "10"],
    ["Refresh", "10"],
    ["Content-Type", "text/html; charset=utf-8"],
  ];
  return answerWith(503, headers, method === "HEAD" ? "" : page);
}

function redirectTo(url: string): Answer {
  return answerWith(302, [["Location", url]]);
}

/** Tells a script that its page has to navigate. */
function redirectPageTo(headerValue: string): Answer {
  return answerWith(200, [
    ["x-queueit-redirect", headerValue],
    ["Access-Control-Expose-Headers", "x-queueit-redirect"],
  ]);
}

/** Translates a decision into an answer; null lets the request go on. */
export function answerOf(decision: Decision, method: string): Answer | null {
  if ("url" in decision) {
    const { url, headerValue } = decision;
    return headerValue === null ? redirectTo(url) : redirectPageTo(headerValue);
  }
  const cleanUrl = decision.type === "pass" ? decision.cleanUrl : null;
  // A redirect would lose the body of any other method.
  const isPage = method === "GET" || method === "HEAD";
  return cleanUrl !== null && isPage ? redirectTo(cleanUrl) : null;
}
