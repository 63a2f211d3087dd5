import type { Integration, IntegrationConfig } from "@/connectors/src/core";
import { configOf, queueRule, urlPart } from "@/tools/shared/integration-config";
import { siteRights } from "../harness/site-rights";

export const CUSTOMER_ID = "acme";
export const SECRET = "5ebbf794-1665-4d48-80d6-21ac34be7faedf9e10b3-551a-4682-bb77-fee59d6355d6";
const EVENT_ID = "sale";
const RULES = 10;
const SESSION_MINUTES = 20;
/** What a shop's pages set anyway. */
const OTHER_COOKIES =
  "_ga=GA1.2.1234567890.1767225600; theme=dark; cart=%7B%22items%22%3A%5B1%2C2%5D%7D; lang=en-GB";

export interface Visit {
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly ip: string;
}

export type Outcome = "no-match" | "pass" | "redirect";

function rule(index: number): Integration {
  const parts = [
    urlPart("Contains", "PagePath", `/campaign-${index}/`),
    urlPart("Equals", "HostName", "shop.example.com"),
  ];
  return queueRule({
    ...{ Name: `Rule ${index}`, EventId: EVENT_ID, CookieDomain: "" },
    ...{ CookieValidityMinute: SESSION_MINUTES, QueueDomain: "room.example.com" },
    Triggers: [{ LogicalOperator: "And", TriggerParts: parts }],
  });
}

/** Ten rules, of which the last protects the pages below. */
export const CONFIG: IntegrationConfig = configOf(
  Array.from({ length: RULES }, (_, index) => rule(index)),
  CUSTOMER_ID,
);

const OUTSIDE = "https://shop.example.com/catalogue/shoes?page=2";
const PROTECTED = `https://shop.example.com/campaign-${RULES - 1}/tickets?color=blue`;

function visit(url: string, cookie: string): Visit {
  const headers = {
    host: "shop.example.com",
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    accept: "text/html,application/xhtml+xml",
    cookie,
  };
  return { url, headers, ip: "203.0.113.9" };
}

export function makeVisits() {
  const { token, cookieOf, signedText } = siteRights(EVENT_ID, SECRET);
  const inSession = (fixedMinutes: number | null) =>
    visit(PROTECTED, `${OTHER_COOKIES}; ${cookieOf(fixedMinutes)}`);
  const arrival = `${PROTECTED}&queueittoken=${token}`;
  return {
    signedText: signedText(SESSION_MINUTES),
    /** A fixed session: it is only checked. */
    validCookie: { visit: inSession(SESSION_MINUTES), outcome: "pass" },
    /** A sliding session: it is checked and extended. */
    slidingCookie: { visit: inSession(null), outcome: "pass" },
    validToken: { visit: visit(arrival, OTHER_COOKIES), outcome: "pass" },
    noMatch: { visit: visit(OUTSIDE, OTHER_COOKIES), outcome: "no-match" },
  } as const;
}
