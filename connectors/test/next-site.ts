import { NextRequest } from "next/server.js";
import { createNextProxy, type NextProxy } from "../src/adapters/next/index.ts";
import type { RequestFacts } from "../src/host/fetch-connector.ts";
import type { AdapterSite, SiteSetup } from "./conformance/site.ts";
import { startFetchSite } from "./fetch-site.ts";

/**
 * Emulates the way of a request through `next start` behind one proxy of the site: `request.url` is
 * that of the server, the proxy's headers name the visitor's; a response with `x-middleware-next`
 * lends its headers to the page, whose own of these names do not count.
 */
export async function visitThrough(
  proxy: NextProxy,
  request: Request,
  page: (request: Request) => Response | Promise<Response>,
  { clientIp, waitUntil = () => undefined }: RequestFacts,
): Promise<Response> {
  const { host, pathname, search, protocol } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set("host", "internal:3000");
  headers.set("x-forwarded-host", `forged.example, ${host}`);
  headers.set("x-forwarded-proto", protocol.slice(0, -1));
  if (clientIp !== undefined) headers.set("x-forwarded-for", `192.0.2.66, ${clientIp}`);
  const { method } = request;
  const body = method === "GET" || method === "HEAD" ? undefined : await request.clone().text();
  const passedOn = new NextRequest(`http://localhost:3000${pathname}${search}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const answer = await proxy(passedOn, { waitUntil });
  if (answer.headers.get("x-middleware-next") !== "1") return answer;
  const response = await page(request);
  for (const [name, value] of answer.headers) {
    if (name === "set-cookie") response.headers.append(name, value);
    else if (name !== "x-middleware-next") response.headers.set(name, value);
  }
  return response;
}

/** Starts a site behind the adapter, in this process. */
export function startNextSite(setup: SiteSetup): Promise<AdapterSite> {
  return startFetchSite(setup, (options) => {
    const proxy = createNextProxy({ ...options, trustedProxies: 1 });
    return {
      handle: (request, page, facts = {}) => visitThrough(proxy, request, page, facts),
      close: async () => undefined,
    };
  });
}
