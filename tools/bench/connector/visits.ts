import type { Integration, IntegrationConfig } from "@/connectors/src/core";
import { mintQueueToken, sealSessionCookie, sessionCookieName } from "@/connectors/src/core";
import { configOf, queueRule, urlPart } from "@/tools/shared/integration-config";

export const CUSTOMER_ID = "acme";
export const SECRET = "5ebbf794-1665-4d48-80d6-21ac34be7faedf9e10b3-551a-4682-bb77-fee59d6355d6";
const EVENT_ID = "sale";
const QUEUE_ID = "3f1c9c7e-5d2a-4b1e-9f60-0a1b2c3d4e5f";
const RULES = 10;
const SESSION_MINUTES = 20;
/** What a shop's pages set anyway. */
const OTHER_COOKIES =
  "_ga=GA1.2.1234567890.1767225600; theme=dark; cart=%7B%22items%22%3A%5B1%2C2%5D%7D; lang=en-GB";

/** What a visitor's browser sends. */
export interface Visit {
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly ip: string;
}

/** How a connector decided. */
export type Outcome = "no-match" | "pass" | "redirect";

function rule(index: number): Integration {
  return queueRule({
    Name: `Rule ${index}`,
    EventId: EVENT_ID,
    CookieDomain: "",
    CookieValidityMinute: SESSION_MINUTES,
    QueueDomain: "room.example.com",
    Triggers: [
      {
        LogicalOperator: "And",
        TriggerParts: [
          urlPart("Contains", "PagePath", `/campaign-${index}/`),
          urlPart("Equals", "HostName", "shop.example.com"),
        ],
      },
    ],
  });
}

/** Ten rules, of which the last protects the pages below. */
export const CONFIG: IntegrationConfig = configOf(
  Array.from({ length: RULES }, (_, index) => rule(index)),
  CUSTOMER_ID,
);

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

/** The visits that are measured, each with how it has to be decided. */
export function makeVisits(nowUnixSeconds: number) {
  const issuedUnixSeconds = nowUnixSeconds - 60;
  const cookieOf = (fixedValidityMinutes: number | null): string => {
    const rest = { redirectType: "queue", issuedUnixSeconds, hashedIp: "" };
    const session = { eventId: EVENT_ID, queueId: QUEUE_ID, fixedValidityMinutes, ...rest };
    const value = encodeURIComponent(sealSessionCookie(session, SECRET));
    return `${OTHER_COOKIES}; ${sessionCookieName(EVENT_ID)}=${value}`;
  };
  const token = mintQueueToken(
    {
      eventId: EVENT_ID,
      queueId: QUEUE_ID,
      expiresUnixSeconds: nowUnixSeconds + 3600,
      extendableCookie: true,
      redirectType: "queue",
    },
    SECRET,
  );
  return {
    /** What the hash of the fixed session covers. */
    signedText: `${EVENT_ID}${QUEUE_ID}${SESSION_MINUTES}queue${issuedUnixSeconds}`,
    /** A fixed session: it is only checked. */
    validCookie: { visit: visit(PROTECTED, cookieOf(SESSION_MINUTES)), outcome: "pass" },
    /** A sliding session: it is checked and extended. */
    slidingCookie: { visit: visit(PROTECTED, cookieOf(null)), outcome: "pass" },
    validToken: {
      visit: visit(`${PROTECTED}&queueittoken=${token}`, OTHER_COOKIES),
      outcome: "pass",
    },
    noMatch: {
      visit: visit("https://shop.example.com/catalogue/shoes?page=2", OTHER_COOKIES),
      outcome: "no-match",
    },
  } as const;
}
