import { type Decision, formatSetCookie } from "../core/index.ts";

/** One header of a response. A name may come several times, `Set-Cookie` does. */
export type Header = readonly [name: string, value: string];

/** A whole response, made by the connector instead of the site. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly Header[];
  /** "" also where the method allows none. */
  readonly body: string;
}

/** What an adapter does with a request. */
export interface Verdict {
  /** To be sent instead of the site's response; null lets the request go on to the site. */
  readonly answer: Answer | null;
  /** To be added to the response, whoever makes it. None of them replaces one that is there. */
  readonly headers: readonly Header[];
}

const NEVER_CACHED: readonly Header[] = [
  ["Cache-Control", "no-cache, no-store, must-revalidate, max-age=0"],
  ["Pragma", "no-cache"],
  ["Expires", "Fri, 01 Jan 1990 00:00:00 GMT"],
];

const NOT_READY_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="10">
<title>One moment, please</title>
<style>
:root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { max-width: 32rem; padding: 2rem; }
</style>
<main>
<h1>One moment, please</h1>
<p>This page is not ready for visitors yet. It tries again by itself in a few seconds.</p>
</main>
</html>
`;

function redirectTo(url: string): Answer {
  return { status: 302, headers: [...NEVER_CACHED, ["Location", url]], body: "" };
}

/** Tells a script that its page has to navigate. */
function redirectPageTo(headerValue: string): Answer {
  const headers: Header[] = [
    ["x-queueit-redirect", headerValue],
    ["Access-Control-Expose-Headers", "x-queueit-redirect"],
  ];
  return { status: 200, headers: [...NEVER_CACHED, ...headers], body: "" };
}

/** Refuses a request while nobody knows whether it may pass. */
export function notReady(method: string): Answer {
  const headers: Header[] = [
    ["Retry-After", "10"],
    ["Content-Type", "text/html; charset=utf-8"],
  ];
  const body = method === "HEAD" ? "" : NOT_READY_PAGE;
  return { status: 503, headers: [...NEVER_CACHED, ...headers], body };
}

function answerOf(decision: Decision, method: string): Answer | null {
  switch (decision.type) {
    case "ignore":
      return null;
    case "pass": {
      // A redirect would lose the body of any other method.
      const isPage = method === "GET" || method === "HEAD";
      return decision.cleanUrl !== null && isPage ? redirectTo(decision.cleanUrl) : null;
    }
    case "ajax-redirect":
      return redirectPageTo(decision.headerValue);
    case "redirect":
      return redirectTo(decision.url);
    case "cancel":
      return decision.headerValue === null
        ? redirectTo(decision.url)
        : redirectPageTo(decision.headerValue);
  }
}

/** Translates a decision for the wire. */
export function verdictOf(decision: Decision, method: string, marker: Header): Verdict {
  const cookies = decision.cookies.map((cookie): Header => ["Set-Cookie", formatSetCookie(cookie)]);
  return { answer: answerOf(decision, method), headers: [marker, ...cookies] };
}
