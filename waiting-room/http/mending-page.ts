import { expiredCookie, ownNamesIn } from "./own-cookies";

/** What one answer takes away: browsers read answers with so many headers, and no narrow proxy let such a request through. */
const EXPIRED_MOST = 100;
const LOADS_AGAIN_SECONDS = 2;

/**
 * The page for a browser whose request is too large to be read: it takes cookies of ours away, of which `sent` has the
 * names, and loads again, as often as it is needed. Null where `sent`, a piece of that request, is not of a browser. The
 * cookies of the site are not touched: somebody may be signed in there.
 */
export function mendingPage(sent: string) {
  // What goes with a place goes before any place. Browsers send the oldest first.
  const all = ownNamesIn(sent).toSorted((a, b) => Number(isPlace(a)) - Number(isPlace(b)));
  const names = all.slice(0, EXPIRED_MOST);
  const isBrowser = names.length > 0 || /^accept:[^\r\n]*text\/html/im.test(sent);
  if (!isBrowser) return null;
  const mends = names.length > 0;
  const again = mends ? `<meta http-equiv="refresh" content="${LOADS_AGAIN_SECONDS}">` : "";
  const lead = mends
    ? "We have removed some that are no longer needed. This page loads again by itself."
    : "Delete the cookies of this site in your browser, and load the page again.";
  return {
    type: "text/html",
    headers: names.flatMap(expiredCookie).map((cookie) => `set-cookie: ${cookie}`),
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${again}<title>Too many cookies</title><body style="font:1.1em/1.5 system-ui;max-width:34em;margin:4em auto;padding:0 1em"><h1>Your browser keeps too many cookies</h1><p>${lead}</p><p>If this page comes back, delete the cookies of this site.</p><p><small><code>request-header-fields-too-large</code></small></p></body></html>`,
  };
}

function isPlace(name: string): boolean {
  return /^(?:__Host-)?stanchion_/.test(name);
}
