import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { appendQueueToken, sessionCookieName } from "../src/core/index.ts";
import {
  buildConfig,
  buildIntegration,
  cookieHeader,
  mint,
  pathContains,
  seal,
} from "./fixtures.ts";

/** What an adapter answered. */
export interface AdapterAnswer {
  readonly status: number;
  /** Asked for by lower-case name; several values come joined with ", ". */
  readonly header: (name: string) => string | null;
  readonly body: string;
}

/** A protected site in one runtime. Behind the connector, every page answers "origin". */
export interface AdapterSite {
  /** Sends a request to the site. `path` starts with "/". */
  readonly send: (
    path: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<AdapterAnswer>;
  /** The origin that the site is reached under, for example `http://127.0.0.1:8080`. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Starts a protected site that pulls its rules from `configUrl`, and waits until it has them. */
export type StartAdapterSite = (configUrl: string) => Promise<AdapterSite>;

const CONFIG = buildConfig(
  buildIntegration({ ActionType: "Ignore", Triggers: [pathContains("/tickets/faq")] }),
  buildIntegration(),
  buildIntegration({ Name: "Leave", ActionType: "Cancel", Triggers: [pathContains("/leave")] }),
);

/** Unlike the core, adapters go by the real clock. */
function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function freshToken(): string {
  return mint({ expiresUnixSeconds: nowSeconds() + 120 });
}

function freshSession(): Readonly<Record<string, string>> {
  return { cookie: cookieHeader(seal({ issuedUnixSeconds: nowSeconds() })) };
}

async function startConfigServer(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((_request, response) => response.end(JSON.stringify(CONFIG)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/status/integrationconfig/secure/acme`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function waitingRoomUrl(target: string): string {
  return `https://room.example/?c=acme&e=sale&ver=VERSION&cver=7&man=Tickets&t=${encodeURIComponent(target)}`;
}

function withoutVersion(url: string | null): string | undefined {
  return url?.replace(/([?&]ver=)[^&]+/, "$1VERSION");
}

function testVisitorsOutside(site: () => AdapterSite): void {
  test("a public page is served", async () => {
    const answer = await site().send("/");
    expect([answer.status, answer.body]).toEqual([200, "origin"]);
    expect((await site().send("/tickets/faq")).body).toBe("origin");
  });

  test("a visitor without a session is sent to the queue, and no cache keeps that", async () => {
    const answer = await site().send("/tickets?a=1");
    expect([answer.status, answer.body]).toEqual([302, ""]);
    expect(withoutVersion(answer.header("location"))).toBe(
      waitingRoomUrl(`${site().origin}/tickets?a=1`),
    );
    expect(answer.header("cache-control")).toBe("no-cache, no-store, must-revalidate, max-age=0");
    expect(answer.header("pragma")).toBe("no-cache");
    expect(answer.header("expires")).toBe("Fri, 01 Jan 1990 00:00:00 GMT");
    expect(answer.header("x-queueit-connector")).not.toBeNull();
  });

  test("a forged token leads to the error page and clears a bad session", async () => {
    const headers = { cookie: cookieHeader("EventId=sale") };
    const answer = await site().send(`/tickets?queueittoken=${freshToken()}0`, headers);
    expect(answer.header("location")).toMatch(/^https:\/\/room\.example\/error\/hash\/\?c=acme&/);
    expect(answer.header("set-cookie")).toBe(
      `${sessionCookieName("sale")}=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/`,
    );
  });

  test("a script is told where its page has to go", async () => {
    const page = "https://shop.example/page?x=ä";
    const answer = await site().send("/tickets/api", {
      "x-queueit-ajaxpageurl": encodeURIComponent(page),
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toBe("");
    const target = decodeURIComponent(answer.header("x-queueit-redirect") ?? "");
    expect(withoutVersion(target)).toBe(waitingRoomUrl(page));
    expect(answer.header("access-control-expose-headers")).toBe("x-queueit-redirect");
  });
}

function testVisitorsInside(site: () => AdapterSite): void {
  test("a good token starts a session and leaves the address bar", async () => {
    const answer = await site().send(appendQueueToken("/tickets?a=1", freshToken()));
    expect(answer.status).toBe(302);
    expect(answer.header("location")).toBe(`${site().origin}/tickets?a=1`);
    const cookie = answer.header("set-cookie") ?? "";
    expect(cookie).toMatch(
      /^QueueITAccepted-SDFrts345E-V3_sale=EventId%3Dsale%26[^;]+; Expires=[^;]+ GMT; Path=\/$/,
    );
    const next = await site().send("/tickets?a=1", { cookie: cookie.split(";")[0] ?? "" });
    expect([next.status, next.body]).toEqual([200, "origin"]);
  });

  test("a session is extended with every page", async () => {
    const answer = await site().send("/tickets", freshSession());
    expect(answer.body).toBe("origin");
    expect(answer.header("set-cookie")).toMatch(/^QueueITAccepted-SDFrts345E-V3_sale=EventId/);
  });

  test("leaving ends the session and tells the waiting room", async () => {
    const answer = await site().send("/leave", freshSession());
    expect(answer.status).toBe(302);
    expect(answer.header("location")).toMatch(
      /^https:\/\/room\.example\/cancel\/acme\/sale\/[0-9a-f-]{36}\?c=acme&/,
    );
    expect(answer.header("set-cookie")).toMatch(/^QueueITAccepted-SDFrts345E-V3_sale=;/);
    expect((await site().send("/leave")).body).toBe("origin");
  });
}

/** Every adapter runs these same tests, so that runtimes cannot disagree. */
export function runConformance(adapter: string, start: StartAdapterSite): void {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  describe(`${adapter} keeps the protocol`, () => {
    const running: { close: () => Promise<void> }[] = [];
    let site: AdapterSite;

    beforeAll(async () => {
      const configServer = await startConfigServer();
      running.push(configServer);
      site = await start(configServer.url);
      running.push(site);
    });
    afterAll(async () => {
      for (const part of running.reverse()) await part.close();
    });

    testVisitorsOutside(() => site);
    testVisitorsInside(() => site);
  });
}
