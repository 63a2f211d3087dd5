import { isLanguage, type Language } from "@/lib/domain/page-texts/languages";
import type { Exchange } from "@/waiting-room/http/http";
import { type CookieEvent, cookie, cookieValues, prefix } from "./cookies";

const YEAR_SECONDS = 365 * 24 * 3_600;

/** The language that somebody has chosen in this browser, for all pages of this host; null where nobody has. */
export function readLanguage(exchange: Exchange): Language | null {
  const [value = ""] = cookieValues(exchange, nameOf(exchange));
  return isLanguage(value) ? value : null;
}

export function languageCookie(exchange: Exchange, event: CookieEvent, value: Language): string {
  return cookie(exchange, event, { name: nameOf(exchange), value, maxAgeSeconds: YEAR_SECONDS });
}

function nameOf(exchange: Exchange): string {
  return `${prefix(exchange)}stanchion-language`;
}
