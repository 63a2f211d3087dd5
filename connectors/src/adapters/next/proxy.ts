import { NextResponse } from "next/server.js";
import { hmacSha256Hex } from "../../core/sha256.ts";
import type { RequestFacts } from "../../host/fetch-connector.ts";
import { forwardedEntry } from "../../host/forwarded.ts";
import { hostOnly } from "../../host/host-only.ts";
import { requireOptions } from "../../host/options.ts";
import {
  createStandardFetchConnector,
  type StandardFetchOptions,
} from "../../host/standard-fetch.ts";

/** How to run the connector in the proxy of a Next.js app. */
export interface NextProxyOptions extends StandardFetchOptions {
  /**
   * How many proxies in front are ours; that many `X-Forwarded-*` entries are believed. Default 0,
   * which leaves the visitor's address unknown: Next.js tells a proxy only those headers.
   */
  readonly trustedProxies?: number | undefined;
}

/** A `NextRequest`, as far as it is needed here: the types of this package do without those of Next.js. */
export interface NextRequestLike extends Request {
  readonly nextUrl: { readonly protocol: string };
}

/** A `NextFetchEvent`, as far as it is needed here. */
export interface NextEventLike {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** What `proxy.ts` exports as `proxy`. */
export type NextProxy<
  Asked extends NextRequestLike = NextRequestLike,
  Event extends NextEventLike = NextEventLike,
> = (request: Asked, event: Event) => Promise<Response>;

/** A proxy of the site's own; without a response the request goes on. */
export type NextSiteProxy<
  Asked extends NextRequestLike = NextRequestLike,
  Event extends NextEventLike = NextEventLike,
> = (request: Asked, event: Event) => MaybeResponse | Promise<MaybeResponse>;

type MaybeResponse = Response | null | undefined;

/** The address in the visitor's browser. Behind a host name, `request.url` says `localhost`. */
function visitorUrl(
  { nextUrl, url, headers }: NextRequestLike,
  trustedProxies: number,
): Required<Pick<RequestFacts, "url" | "isHostUnknown">> {
  const { pathname, search, host: ownHost } = new URL(url);
  const forwarded = (name: string): string | undefined =>
    forwardedEntry(headers.get(`x-forwarded-${name}`), trustedProxies);
  const host = hostOnly(forwarded("host") ?? headers.get("host") ?? "");
  const isHttps = (forwarded("proto") ?? nextUrl.protocol).toLowerCase().startsWith("https");
  return {
    url: `http${isHttps ? "s" : ""}://${host || ownHost}${pathname}${search}`,
    isHostUnknown: host === "",
  };
}

/**
 * Makes the `proxy` of a Next.js app: it stops requests until it is the visitor's turn. Config pulls
 * and reports run beside requests.
 *
 * @param siteProxy - a proxy of the site's own, for requests that may go on
 * @throws TypeError naming the option that is missing or wrong
 *
 * @example
 * export const proxy = createNextProxy({ customerId, secrets: [secret], apiKey, configUrl, failOpen: false });
 */
export function createNextProxy<
  Asked extends NextRequestLike = NextRequestLike,
  Event extends NextEventLike = NextEventLike,
>(
  options: NextProxyOptions,
  siteProxy: NextSiteProxy<Asked, Event> = () => undefined,
): NextProxy<Asked, Event> {
  const { trustedProxies = 0, ...rest } = options;
  requireOptions({ trustedProxies: trustedProxies >= 0 });
  const connector = createStandardFetchConnector(rest, {
    name: "stanchion-next",
    platform: "next.js",
    hmac: hmacSha256Hex,
  });
  return (request, event) =>
    connector.handle(
      request,
      async () => (await siteProxy(request, event)) ?? NextResponse.next(),
      {
        ...visitorUrl(request, trustedProxies),
        clientIp: forwardedEntry(request.headers.get("x-forwarded-for"), trustedProxies),
        waitUntil: (work) => event.waitUntil(work),
      },
    );
}
