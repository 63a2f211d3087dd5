import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import { chooseLanguage } from "@/lib/domain/page-texts/choose-language";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import type { UnreadAnswer } from "@/waiting-room/http/listen";
import { expiredCookie, ownNamesIn } from "@/waiting-room/http/own-cookies";
import { contentSecurityPolicy } from "./content-security-policy";
import { renderMessagePage } from "./message-page";

/** What one answer takes away: browsers read answers with so many headers, and no narrow proxy let such a request through. */
const EXPIRED_MOST = 100;
const LOADS_AGAIN_SECONDS = 2;

/**
 * The page for a browser whose request is too large to be read: it takes cookies of ours away, of which `sent` has the
 * names, and loads again, as often as it is needed. Null where `sent`, a piece of that request, is not of a browser. The
 * cookies of the site are not touched: somebody may be signed in there. It asks neither Redis nor the event.
 */
export function mendingPage(sent: string): UnreadAnswer | null {
  // What goes with a place goes before any place. Browsers send the oldest first.
  const all = ownNamesIn(sent).toSorted((a, b) => Number(isPlace(a)) - Number(isPlace(b)));
  const names = all.slice(0, EXPIRED_MOST);
  const isBrowser = names.length > 0 || /^accept:[^\r\n]*text\/html/im.test(sent);
  if (!isBrowser) return null;
  const mends = names.length > 0;
  const [, acceptLanguage = null] = /^accept-language:([^\r\n]*)/im.exec(sent) ?? [];
  const language = chooseLanguage({ asked: null, acceptLanguage, default: "en" });
  const page = {
    ...{ language, texts: textsIn(language), brand: null, eventName: null, action: null },
    code: mends ? "too-many-cookies" : "cookies-too-large",
  } as const;
  return {
    type: "text/html",
    headers: [
      `content-language: ${language}`,
      `content-security-policy: ${contentSecurityPolicy({ colour: EVENT_DEFAULTS.brandColour })}`,
      "referrer-policy: same-origin",
      "x-content-type-options: nosniff",
      "x-robots-tag: noindex, nofollow",
      ...(mends ? [`refresh: ${LOADS_AGAIN_SECONDS}`] : []),
      ...names.flatMap(expiredCookie).map((cookie) => `set-cookie: ${cookie}`),
    ],
    body: renderMessagePage(page),
  };
}

function isPlace(name: string): boolean {
  return /^(?:__Host-)?stanchion_/.test(name);
}
