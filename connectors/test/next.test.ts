import { NextRequest, NextResponse } from "next/server.js";
import { afterEach, expect, test, vi } from "vitest";
import {
  createNextProxy,
  type NextProxy,
  type NextProxyOptions,
} from "../src/adapters/next/index.ts";
import { importExample } from "./bundle.ts";
import { configText, freshSession, freshToken, visitWith } from "./conformance/world.ts";
import { SECRET } from "./fixtures.ts";
import { visitThrough } from "./next-site.ts";

const OPTIONS: NextProxyOptions = {
  customerId: "acme",
  secrets: [SECRET],
  failOpen: false,
  config: configText(),
};
const EVENT = { waitUntil: () => undefined };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

function targetOf(response: Response): string | null {
  return new URL(response.headers.get("location") ?? "").searchParams.get("t");
}

test("the address to come back to has the host of the browser, not that of the server", async () => {
  const proxy = createNextProxy(OPTIONS);
  const headers = { host: "shop.example", "x-forwarded-host": "forged.example" };
  const request = new NextRequest("http://localhost:3000/tickets?a=1", { headers });
  expect(targetOf(await proxy(request, EVENT))).toBe("http://shop.example/tickets?a=1");
});

test("a host that looks like a path does not get past a rule for the path", async () => {
  const proxy = createNextProxy({ ...OPTIONS, trustedProxies: 1, onProblem: () => undefined });
  for (const host of ["shop.example?", "shop.example/#", "shop.example/tickets/faq?", "\\\\"]) {
    const headers = { host: "shop.example", "x-forwarded-host": host };
    const request = new NextRequest("http://localhost:3000/tickets", { headers });
    // Sent to the line, or refused where it is no host at all.
    expect([302, 400]).toContain((await proxy(request, EVENT)).status);
  }
});

test("without trusted proxies nobody's word about an address counts", async () => {
  const proxy = createNextProxy(OPTIONS);
  const headers = { host: "shop.example", "x-forwarded-for": "203.0.113.9" };
  const token = freshToken({ clientIp: "198.51.100.7" });
  const url = `http://localhost:3000/tickets?queueittoken=${token}`;
  const answer = await proxy(new NextRequest(url, { headers }), EVENT);
  expect(answer.headers.get("location")).toBe("http://shop.example/tickets");
  expect(() => createNextProxy({ ...OPTIONS, trustedProxies: -1 })).toThrow("trustedProxies");
});

test("the site's own proxy sees only requests that may go on, and its answer keeps our cookies", async () => {
  const siteProxy = vi.fn(() => NextResponse.rewrite("http://localhost:3000/elsewhere"));
  const proxy = createNextProxy(OPTIONS, siteProxy);
  const url = "http://localhost:3000/tickets";
  const stranger = new NextRequest(url, { headers: { host: "localhost:3000" } });
  expect((await proxy(stranger, EVENT)).status).toBe(302);
  expect(siteProxy).not.toHaveBeenCalled();
  const { headers = {} } = visitWith({ sale: freshSession() });
  const own = { ...headers, host: "localhost:3000" };
  const answer = await proxy(new NextRequest(url, { headers: own }), EVENT);
  expect(answer.headers.get("x-middleware-rewrite")).toBe("http://localhost:3000/elsewhere");
  expect(answer.headers.getSetCookie()).toHaveLength(1);
});

test("the example of the documentation protects an app", async () => {
  vi.stubEnv("STANCHION_SECRET", SECRET);
  vi.stubEnv("STANCHION_API_KEY", "key-1");
  vi.stubGlobal("fetch", async () => new Response(configText()));
  const example = await importExample("next", { external: ["next"] });
  // The page exports it under this name.
  const proxy = example["proxy"] as NextProxy;
  const visit = (path: string): Promise<Response> =>
    visitThrough(proxy, new Request(`https://shop.example${path}`), () => new Response("page"), {
      waitUntil: () => undefined,
    });
  // The very first request after a start, too.
  expect(await (await visit("/")).text()).toBe("page");
  expect(targetOf(await visit("/tickets"))).toBe("https://shop.example/tickets");
});
