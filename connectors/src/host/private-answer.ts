import type { Header } from "./verdict.ts";

/** The headers of somebody else's answer; those of a `Response` are such. */
export interface ChangeableHeaders {
  readonly keys: () => Iterable<string>;
  readonly get: (name: string) => string | null | undefined;
  readonly set: (name: string, value: string) => void;
  readonly delete: (name: string) => void;
}

/** By these a site speaks to shared caches alone: RFC 9213, and what vendors had before. */
const FOR_SHARED_CACHES = /^(.+-cache|surrogate|edge)-control$|^x-accel-expires$/i;
/** `private="Set-Cookie"` keeps one header out of shared caches, not the answer. */
const SAID_TO_THEM = /^(|public|private|s-maxage|proxy-revalidate)(=|$)/i;
const DIRECTIVES = /("(\\.|[^"\\])*"?|[^",])+/g;

/** Whether a header says what caches do with an answer. */
export function isForCaches(name: string): boolean {
  return /^cache-control$/i.test(name) || FOR_SHARED_CACHES.test(name);
}

/** Keeps an answer out of every shared cache; browsers keep it as long as before. */
function makePrivate(headers: ChangeableHeaders): void {
  const said = (headers.get("cache-control") ?? "").match(DIRECTIVES) ?? [];
  const kept = said.map((one) => one.trim()).filter((one) => !SAID_TO_THEM.test(one));
  headers.set("cache-control", [...kept, "private"].join(", "));
  for (const name of [...headers.keys()]) if (FOR_SHARED_CACHES.test(name)) headers.delete(name);
}

/**
 * Makes an answer of the site private where the connector adds a cookie to it: a shared cache that keeps it would
 * hand one visitor's session to everybody.
 *
 * @param added - what the connector adds
 */
export function protectCookies(added: readonly Header[], headers: ChangeableHeaders): void {
  if (added.some(([name]) => /^set-cookie$/i.test(name))) makePrivate(headers);
}
