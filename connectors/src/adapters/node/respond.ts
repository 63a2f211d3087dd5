import type { IncomingMessage, ServerResponse } from "node:http";
import { type AjaxRedirectDecision, type CookieChange, formatSetCookie } from "../../core/index.ts";

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

function forbidCaching(response: ServerResponse): void {
  response.setHeader("Cache-Control", "no-cache, no-store, must-revalidate, max-age=0");
  response.setHeader("Pragma", "no-cache");
  response.setHeader("Expires", "Fri, 01 Jan 1990 00:00:00 GMT");
}

/** Adds the cookies to a response without touching those that are there already. */
export function setCookies(response: ServerResponse, cookies: readonly CookieChange[]): void {
  for (const cookie of cookies) response.appendHeader("Set-Cookie", formatSetCookie(cookie));
}

/** Sends the visitor elsewhere, in a way that no cache keeps. */
export function sendRedirect(response: ServerResponse, url: string): void {
  forbidCaching(response);
  response.statusCode = 302;
  response.setHeader("Location", url);
  response.end();
}

/** Tells a script that its page has to navigate. */
export function sendAjaxRedirect(response: ServerResponse, decision: AjaxRedirectDecision): void {
  forbidCaching(response);
  response.statusCode = 200;
  response.setHeader("x-queueit-redirect", decision.headerValue);
  response.appendHeader("Access-Control-Expose-Headers", "x-queueit-redirect");
  response.end();
}

/** Refuses a request while nobody knows whether it may pass. */
export function sendNotReady(request: IncomingMessage, response: ServerResponse): void {
  forbidCaching(response);
  response.statusCode = 503;
  response.setHeader("Retry-After", "10");
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(request.method === "HEAD" ? undefined : NOT_READY_PAGE);
}
