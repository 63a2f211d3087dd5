import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { appendQueueToken } from "../../connectors/src/core/index.ts";
import { siteRights } from "../bench/harness/site-rights";
import { send } from "../shared/ask";
import { configOf, pathRule } from "../shared/integration-config";
import { type Served, serve } from "../shared/serve";
import { startPublicConnectorShop } from "./public-connector-server";
import type { RunningShop } from "./run-server";
import { startDemoShop } from "./server";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SECRET = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef01234567";
const API_KEY = "key-of-the-shop";
const RULE = pathRule("/tickets", {
  ...{ Name: "Tickets", EventId: "demosale", QueueDomain: "room.localhost:3443" },
  ...{ CookieDomain: "", LayoutName: "", Culture: "", ForcedTargetUrl: "" },
});
const CONFIG = { ...configOf([RULE], "demo"), Version: 3 };

const freshToken = (): string => siteRights("demosale", SECRET).token;

/** `cookie` is the one that was set, ready to be sent back. */
async function visit(
  port: number,
  path: string,
  { cookie, method = "GET" }: { cookie?: string; method?: string } = {},
) {
  const headers = { host: `shop.localhost:${port}`, ...(cookie !== undefined && { cookie }) };
  const answer = await send({ port, path, method, headers });
  return { ...answer, cookie: answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? "" };
}

const shops = new Map<string, RunningShop>();
const portOf = (name: string): number => shops.get(name)?.port ?? 0;

let publisher: Served | undefined;
beforeAll(async () => {
  publisher = await serve((pull, response) => {
    response.statusCode = pull.headers["api-key"] === API_KEY ? 200 : 403;
    response.end(JSON.stringify(CONFIG));
  });
  const { port } = publisher;
  const common = {
    port: 0,
    customerId: "demo",
    apiKey: API_KEY,
    configUrl: "http://room.localhost:3001/status/integrationconfig/secure/demo",
    connect: { host: "127.0.0.1", port },
  };
  shops.set(
    "our",
    await startDemoShop({ ...common, secrets: [SECRET], failOpen: false, pullTimeoutMs: 30_000 }),
  );
  shops.set("the public", await startPublicConnectorShop({ ...common, secret: SECRET }));
});

afterAll(async () => {
  for (const shop of shops.values()) await shop.close();
  await publisher?.close();
});

describe.each(["our", "the public"])("the shop behind %s connector", (name) => {
  test("shows its home page and its health to everybody", async () => {
    const home = await visit(portOf(name), "/");
    expect(home.status).toBe(200);
    expect(home.body).toContain("The Long Evening");
    expect((await visit(portOf(name), "/health")).body).toBe('{"status":"ok"}');
  });

  test("sends visitors to the waiting room for tickets", async () => {
    const answer = await visit(portOf(name), "/tickets/checkout?show=lyon&seats=3");
    const { origin, pathname, searchParams } = new URL(answer.headers.location ?? "");
    expect([answer.status, origin, pathname]).toEqual([302, "https://room.localhost:3443", "/"]);
    expect(Object.fromEntries(searchParams)).toEqual({
      c: "demo",
      e: "demosale",
      ver: name === "our" ? "stanchion-node-0.1.0" : "javascript-5.0.1",
      cver: "3",
      man: "Tickets",
      t: `http://shop.localhost:${portOf(name)}/tickets/checkout?show=lyon&seats=3`,
    });
  });

  test("lets in whoever brings a token, and says so until they leave", async () => {
    const path = "/tickets/checkout?show=lyon&seats=3";
    const arrival = await visit(portOf(name), appendQueueToken(path, freshToken()));
    expect(arrival.headers.location).toBe(`http://shop.localhost:${portOf(name)}${path}`);
    const inside = await visit(portOf(name), path, { cookie: arrival.cookie });
    expect(inside.status).toBe(200);
    expect(inside.body).toContain("You are in");
    expect(inside.body).toContain("You waited your turn.");
    expect(inside.body).toContain("€186");
    const left = await visit(portOf(name), "/leave", { cookie: arrival.cookie, method: "POST" });
    expect([left.status, left.headers.location]).toEqual([303, "/"]);
    expect(left.headers["set-cookie"]?.[0]).toMatch(/^QueueITAccepted-.+=; Max-Age=0; Path=\/$/);
  });

  test("sends a forged token to the error page", async () => {
    const answer = await visit(portOf(name), `/tickets?queueittoken=${freshToken()}0`);
    expect(answer.headers.location).toMatch(/^https:\/\/room\.localhost:3443\/error\/hash\/\?/);
  });
});

test.each([
  ["our", "the public"],
  ["the public", "our"],
])("the session that %s connector starts counts at %s", async (from, to) => {
  const { cookie } = await visit(portOf(from), appendQueueToken("/tickets", freshToken()));
  const answer = await visit(portOf(to), "/tickets", { cookie });
  expect(answer.status).toBe(200);
  expect(answer.body).toContain("You are in");
});
