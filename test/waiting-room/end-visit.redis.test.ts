import { createServer, type RequestListener, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createActivityReporter } from "@/connectors/src/adapters/node";
import { createProxy } from "@/connectors/src/adapters/proxy";
import { buildIntegrationConfig } from "@/lib/domain/integration-config/build";
import { configText } from "@/lib/domain/integration-config/config-text";
import { passTime } from "@/test/line";
import { queueRule } from "@/test/public-connector/public-site";
import { startTestRoom } from "@/test/waiting-room";

const room = startTestRoom();
const { call, cookieOf, customerId, id, redis, secret, turnComes } = room;

/** A shop that ends the visit where the order is done, on a page outside the event, and in a long stream. */
const shop: RequestListener = ({ url = "" }, response) => {
  response.setHeader("set-cookie", ["cart=; Path=/", "order=7; Path=/"]);
  if (/done|about/.test(url)) response.appendHeader("Stanchion-Session", "end");
  if (url.includes("done")) response.appendHeader("Cf-Waiting-Room-Command", "revoke");
  if (!url.includes("stream")) return void response.end("shop");
  response.writeHead(200, { "stanchion-session": "end", "content-type": "text/plain" });
  response.write("first ");
  setTimeout(() => response.end("last"), 50);
};

const origin = createServer(shop);
beforeAll(() => new Promise<void>((done) => origin.listen(0, "127.0.0.1", done)));
afterAll(() => {
  origin.closeAllConnections();
  origin.close();
});

/** One visitor at a time, a line before the shop, and our proxy between. */
async function openShop() {
  const opened = await room.open({ activeCap: 1, outflowPerMinute: 6_000, queueAll: true });
  const config = buildIntegrationConfig({
    customer: { customerId, name: "Test" },
    rules: [queueRule(opened, "/tickets", { alwaysWait: false })],
    events: [opened.settings],
    version: 1,
    publishDate: new Date(),
    queueDomain: "room.test",
  });
  await room.publish({ config: configText(config) });
  const roomUrl = `http://127.0.0.1:${room.port()}/status`;
  const activity = createActivityReporter({
    activityUrl: `${roomUrl}/activity/${customerId}`,
    apiKey: "stn_key",
  });
  const proxy = createProxy({
    origin: `http://127.0.0.1:${(origin.address() as AddressInfo).port}`,
    customerId,
    secrets: [secret],
    apiKey: "stn_key",
    configUrl: `${roomUrl}/integrationconfig/secure/${customerId}`,
    failOpen: false,
    activity,
    shutdownTimeoutMs: 1,
  });
  const port = await proxy.listen({ port: 0, host: "127.0.0.1" });
  await proxy.ready();
  return { opened, activity, proxy, port };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

/** What a browser gets of a page. */
function visit({ port }: Shop, path: string, cookie = "") {
  return new Promise<{ status: number; cookies: string[]; headers: string; body: string }>(
    (resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, path, agent: false, headers: { cookie } });
      sent.once("error", reject);
      sent.once("response", async (response) => {
        let body = "";
        for await (const chunk of response) body += String(chunk);
        const cookies = response.headers["set-cookie"] ?? [];
        const headers = response.rawHeaders.join("\n").toLowerCase();
        resolve({ status: response.statusCode ?? 0, cookies, headers, body });
      });
      sent.end();
    },
  );
}

/** Somebody who joined; `ask` asks once to be let in, and answers the token or null. */
async function joinLine({ opened }: Shop) {
  const cookie = cookieOf(await call("POST", `${opened.base}/join`, { form: { joinId: id() } }));
  await turnComes(opened, cookie);
  const claim = id();
  return async (): Promise<string | null> => {
    await passTime(redis, opened.settings, 500);
    await (await room.context.lines.find(opened.settings))?.refresh();
    const asked = { headers: { cookie }, form: { claim } };
    const { redirectUrl } = JSON.parse((await call("POST", `${opened.base}/enter`, asked)).body);
    return redirectUrl ? new URL(redirectUrl).searchParams.get("queueittoken") : null;
  };
}

/** Goes to the site with a token; answers the session cookie. */
async function arrive(shop: Shop, token: string | null): Promise<string> {
  const { status, cookies } = await visit(shop, `/tickets?queueittoken=${token}`);
  expect(status).toBe(302);
  return cookies[0]?.split(";")[0] ?? "";
}

/** Until somebody is in; the bound only ends a test that has failed. */
async function untilIn(ask: () => Promise<string | null>): Promise<string | null> {
  for (let tries = 0; tries < 300; tries += 1) {
    const token = await ask();
    if (token !== null) return token;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return null;
}

test.each(["/tickets/done", "/tickets/stream"])(
  "a response of %s through the proxy frees the place for the next one, and for one alone",
  async (path) => {
    const shop = await openShop();
    const first = await arrive(shop, await untilIn(await joinLine(shop)));
    const [second, third] = [await joinLine(shop), await joinLine(shop)];
    expect((await visit(shop, "/tickets", first)).body).toBe("shop");
    expect([await second(), await third()]).toEqual([null, null]);

    for (let times = 0; times < 2; times += 1) {
      const { body, cookies, headers } = await visit(shop, path, first);
      expect(body).toBe(path.includes("stream") ? "first last" : "shop");
      expect(cookies.filter((text) => /^(cart|order)=/.test(text))).toHaveLength(2);
      expect(cookies.filter((text) => text.includes("; Expires=Thu, 01 Jan 1970"))).toHaveLength(1);
      expect(headers).not.toMatch(/stanchion-session|cf-waiting-room/);
    }
    const token = await untilIn(second);
    expect(token).not.toBeNull();
    // The visit that is over cannot be ended once more, and frees nobody else's place.
    await arrive(shop, token);
    await visit(shop, path, first);
    await shop.activity.close();
    for (let tries = 0; tries < 5; tries += 1) expect(await third()).toBeNull();
    await shop.proxy.close();
  },
  30_000,
);

test("a page outside the event frees nothing, and visitors do not see what it says", async () => {
  const shop = await openShop();
  const first = await arrive(shop, await untilIn(await joinLine(shop)));
  const second = await joinLine(shop);
  const { body, headers } = await visit(shop, "/about", first);
  expect(body).toBe("shop");
  expect(headers).not.toContain("stanchion-session");
  await shop.activity.close();
  for (let tries = 0; tries < 5; tries += 1) expect(await second()).toBeNull();
  await shop.proxy.close();
});
