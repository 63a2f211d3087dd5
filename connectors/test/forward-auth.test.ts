import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ForwardAuthOptions } from "../src/adapters/proxy/forward-auth/options.ts";
import { PROXY_NAMES, type ProxyName } from "../src/adapters/proxy/forward-auth/proxies.ts";
import { createForwardAuth } from "../src/adapters/proxy/forward-auth/server.ts";
import { sessionCookieName } from "../src/core/index.ts";
import { configText, freshSession, freshToken, visitWith } from "./conformance/world.ts";
import { SECRET } from "./fixtures.ts";
import { send } from "./node-site.ts";

const KEY = "0123456789abcdef";
const NAME = sessionCookieName("sale");
type Headers = Readonly<Record<string, string>>;

/** What a visitor asks for. */
interface Visit {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Headers;
}

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

async function start(changes: Partial<ForwardAuthOptions> = {}): Promise<number> {
  const forwardAuth = createForwardAuth({
    proxy: "nginx",
    proxyKey: KEY,
    customerId: "acme",
    secrets: [SECRET],
    apiKey: "key-1",
    configUrl: "http://127.0.0.1:1/",
    config: configText(),
    failOpen: false,
    onProblem: () => undefined,
    ...changes,
  });
  closing.push(forwardAuth.close);
  return forwardAuth.listen({ port: 0, host: "127.0.0.1" });
}

const FORWARDED = ({ method = "GET", target = "/tickets" }: Visit): Headers => ({
  "x-stanchion-key": KEY,
  "x-forwarded-method": method,
  "x-forwarded-proto": "https",
  "x-forwarded-host": "shop.example",
  "x-forwarded-uri": target,
  "x-forwarded-for": "203.0.113.9",
});

/** A visitor's request as each proxy documents that it asks about it; where it cannot be run here, that is all there is. */
const ASK: Readonly<Record<ProxyName, (port: number, visit: Visit) => ReturnType<typeof send>>> = {
  nginx: askForwarded("/check"),
  apache: askForwarded("/check"),
  caddy: askForwarded("/check"),
  haproxy: askForwarded("/"),
  traefik: askForwarded("/check"),
  "ingress-nginx": (port, visit) => {
    const { method = "GET", target = "/tickets", headers } = visit;
    return send(port, "/check", {
      headers: {
        ...headers,
        "x-stanchion-key": KEY,
        "x-original-method": method,
        "x-original-url": `https://shop.example${target}`,
        "x-sent-from": "nginx-ingress-controller",
        "x-real-ip": "203.0.113.9",
        "x-forwarded-for": "203.0.113.9",
        "x-auth-request-redirect": target,
      },
    });
  },
  envoy: (port, { method = "GET", target = "/tickets", headers }) =>
    send(port, target, {
      method,
      headers: {
        ...headers,
        host: "shop.example",
        "x-stanchion-key": KEY,
        "x-forwarded-proto": "https",
        "x-forwarded-for": "203.0.113.9",
      },
    }),
};

function askForwarded(path: string) {
  return (port: number, visit: Visit) =>
    send(port, path, { headers: { ...visit.headers, ...FORWARDED(visit) } });
}

const SESSION = visitWith({ sale: freshSession() }).headers ?? {};
const SCRIPT = { "x-queueit-ajaxpageurl": "https%3A%2F%2Fshop.example%2F" };

describe.each(PROXY_NAMES)("asked by %s", (proxy) => {
  let port = 0;
  beforeAll(async () => {
    port = await start({ proxy });
  });
  const ask = (visit: Visit) => ASK[proxy](port, visit);
  const isPass = (status: number) => status >= 200 && status < 300;

  test("it lets through what no rule holds, and whoever is in", async () => {
    const free = await ask({ target: "/" });
    expect([isPass(free.status), free.setCookies]).toEqual([true, []]);
    const inside = await ask({ headers: SESSION });
    expect(isPass(inside.status)).toBe(true);
    expect(inside.setCookies).toEqual([expect.stringContaining(`${NAME}=EventId`)]);
    expect(inside.header("x-stanchion-cookie-1")).toBe(inside.setCookies[0]);
    const token = freshToken();
    const posted = await ask({ method: "POST", target: `/tickets?queueittoken=${token}` });
    expect([isPass(posted.status), posted.setCookies.length]).toEqual([true, 1]);
  });

  test("it lets nothing else through, whatever the answer to the visitor is", async () => {
    const token = freshToken();
    for (const visit of [
      {},
      { method: "HEAD" },
      { method: "POST" },
      { headers: SCRIPT },
      { method: "POST", headers: SCRIPT },
      { target: `/tickets?queueittoken=${token}` },
      { target: "/%2ftickets" },
      { target: "/leave", headers: { ...SESSION, ...SCRIPT } },
    ]) {
      expect([visit, isPass((await ask(visit)).status)]).toEqual([visit, false]);
    }
    const closed = await start({ proxy, config: undefined });
    expect(isPass((await ASK[proxy](closed, {})).status)).toBe(false);
  });

  test("it says where the visitor goes", async () => {
    const answer = await ask({});
    const location = new URL(answer.header("location") ?? "");
    expect(location.hostname).toBe("room.example");
    expect(location.searchParams.get("t")).toBe("https://shop.example/tickets");
  });
});

describe("a question that no proxy of ours asks is refused", () => {
  let port = 0;
  beforeAll(async () => {
    port = await start();
  });
  const ask = async (headers: Readonly<Record<string, string | string[]>>) => {
    // Several of one name are a list, as Node sends them.
    const { status, body } = await send(port, "/check", { headers: headers as Headers });
    return `${status} ${body.trim()}`;
  };
  const whole = FORWARDED({ target: "/" });

  test("without the key, or with another", async () => {
    expect(await ask(whole)).toBe("204 ");
    const { "x-stanchion-key": _key, ...without } = whole;
    for (const headers of [
      without,
      { ...whole, "x-stanchion-key": `${KEY}0` },
      { ...whole, "x-stanchion-key": "" },
    ]) {
      expect(await ask(headers)).toBe("403 not-from-proxy");
    }
  });

  test("which is reported once, with the address that asked", async () => {
    const told: string[] = [];
    const reporting = await start({ onProblem: ({ message }) => told.push(message) });
    for (const headers of [{}, {}, { "x-stanchion-key": KEY }, { "x-stanchion-key": KEY }])
      await send(reporting, "/check", { headers });
    expect(told.filter((message) => message.startsWith("not-"))).toEqual([
      expect.stringMatching(/^not-from-proxy: a question of \S*127\.0\.0\.1 came without/),
      expect.stringMatching(/^not-told: a question of /),
    ]);
  });

  test("from an address that is not the proxy's", async () => {
    const elsewhere = await start({ proxyAddresses: ["192.0.2.0/24", "2001:db8::1"] });
    expect((await send(elsewhere, "/check", { headers: whole })).status).toBe(403);
    const here = await start({ proxyAddresses: ["127.0.0.0/8"] });
    expect((await send(here, "/check", { headers: whole })).status).toBe(204);
  });

  test.each(Object.keys(FORWARDED({})).filter((name) => name !== "x-stanchion-key"))(
    "without %s, or with two",
    async (name) => {
      const { [name]: value = "", ...others } = whole;
      expect(await ask(others)).toBe("403 not-told");
      if (name === "x-forwarded-for") return;
      expect(await ask({ ...others, [name]: [value, value] })).toBe("403 not-told");
    },
  );

  test("with what cannot be", async () => {
    for (const headers of [
      { "x-forwarded-uri": "tickets" },
      { "x-forwarded-uri": "https://shop.example/free" },
      { "x-forwarded-host": "shop.example/free?" },
      { "x-forwarded-host": "a, b" },
      { "x-forwarded-proto": "ftp" },
      { "x-forwarded-method": "get" },
      { "x-stanchion-host": "other.example" },
    ]) {
      expect([headers, await ask({ ...whole, ...headers })]).toEqual([headers, "403 not-told"]);
    }
    const alike = { "x-forwarded-host": "Shop.Example:8443", "x-stanchion-host": "shop.example" };
    expect(await ask({ ...whole, ...alike })).toBe("204 ");
  });
});

describe("an answer that a proxy sends back", () => {
  test("is the one that the visitor would have got", async () => {
    const port = await start();
    const refused = await ASK.nginx(port, { headers: SCRIPT });
    expect(refused.status).toBe(401);
    const headers = {
      "x-stanchion-key": KEY,
      "x-stanchion-answer": refused.header("x-stanchion-answer") ?? "",
    };
    const answer = await send(port, "/answer?a=1", { headers });
    expect([answer.status, answer.body]).toEqual([200, ""]);
    expect(decodeURIComponent(answer.header("x-queueit-redirect") ?? "")).toContain("room.example");
  });

  test("lets nobody in where a visitor writes it", async () => {
    const port = await start();
    const forged = Buffer.from(JSON.stringify([204, [], ""])).toString("base64url");
    const written = { "x-stanchion-answer": forged };
    expect((await ASK.nginx(port, { headers: written })).status).toBe(401);
    const { status } = await send(port, "/answer", { headers: written });
    expect(status).toBe(403);
    const envoy = await start({ proxy: "envoy" });
    expect((await ASK.envoy(envoy, { target: "/answer", headers: written })).body).toBe("");
    const empty = { "x-stanchion-key": KEY };
    expect((await send(port, "/answer", { headers: empty })).body).toBe("no-answer\n");
  });
});

test("what is wrong with the options is told at the start", () => {
  for (const [name, changes] of Object.entries({
    proxy: { proxy: "apacha" as ProxyName },
    proxyKey: { proxyKey: "too short" },
    proxyAddresses: { proxyAddresses: ["10.0.0.0/33"] },
    trustedProxies: { trustedProxies: 0 },
  })) {
    const options = { customerId: "acme", secrets: [SECRET], failOpen: false } as const;
    const make = () => createForwardAuth({ proxy: "nginx", proxyKey: KEY, ...options, ...changes });
    expect(make).toThrow(new RegExp(`^${name} is missing`));
  }
});
