import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionCookieName } from "@/connectors/src/core";
import { freshSession, visitWith } from "@/connectors/test/conformance/world";
import { type ProxiedSite, startUsualSite } from "./site";

const SESSION = visitWith({ sale: freshSession() }).headers ?? {};
const INSIDE = "the site itself";
const OWN_COOKIES = ["cart=1; Path=/", "theme=dark; Path=/"];

/** With the key and its answer from RFC 6455 §1.3: HAProxy looks at both. */
const HANDSHAKE = {
  ...{ connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" },
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};
const SWITCHING = [
  ...["HTTP/1.1 101 Switching Protocols", "Connection: Upgrade", "Upgrade: websocket"],
  ...["Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", "", ""],
].join("\r\n");

/** Opens a WebSocket as far as the handshake: the status of its answer, and what comes back over it. */
async function upgrade(port: number, headers: Readonly<Record<string, string>>) {
  const asked = request({
    ...{ host: "127.0.0.1", port, path: "/tickets", agent: false },
    headers: { ...headers, ...HANDSHAKE },
  }).end();
  const [answer, socket]: [IncomingMessage, Socket?] = await Promise.race([
    once(asked, "upgrade") as Promise<[IncomingMessage, Socket]>,
    once(asked, "response") as Promise<[IncomingMessage]>,
  ]);
  if (answer.statusCode !== 101 || socket === undefined) {
    answer.destroy();
    return { status: answer.statusCode, echo: "" };
  }
  socket.write("hello");
  const [echo] = await once(socket, "data");
  socket.destroy();
  return { status: 101, echo: String(echo) };
}

describe.each(["nginx", "caddy", "haproxy", "apache"] as const)("behind %s", (proxy) => {
  let site: ProxiedSite;
  let heard: IncomingMessage["headers"] = {};
  beforeAll(async () => {
    const origin = createServer((asked, response) => {
      heard = asked.headers;
      response.setHeader("set-cookie", OWN_COOKIES);
      response.end(INSIDE);
    });
    origin.on("upgrade", (_asked, socket) => {
      socket.write(SWITCHING);
      socket.pipe(socket);
    });
    site = await startUsualSite(proxy, origin);
  });
  afterAll(() => site.close());

  test("a WebSocket opens for whoever is in, and for nobody else", async () => {
    expect(await upgrade(site.port, {})).toEqual({ status: 302, echo: "" });
    expect(await upgrade(site.port, SESSION)).toEqual({ status: 101, echo: "hello" });
  });

  test("over HTTP/2 the visitor comes back to the address that they asked for", async () => {
    const answer = await site.sendHttp2("/tickets");
    expect([answer.status, answer.body.includes(INSIDE)]).toEqual([302, false]);
    const back = new URL(new URL(answer.header("location") ?? "").searchParams.get("t") ?? "");
    expect([back.protocol, back.hostname, back.pathname]).toEqual([
      "https:",
      "127.0.0.1",
      "/tickets",
    ]);
    const inside = await site.sendHttp2("/tickets", { headers: SESSION });
    expect([inside.status, inside.body]).toEqual([200, INSIDE]);
    expect((await site.sendHttp2("/at-host")).status).toBe(302);
    const own = new URL(site.tlsOrigin).host;
    for (const [authority, host] of [
      [own, "free.example"],
      ["free.example", own],
    ]) {
      const headers = { ":authority": authority ?? "", host: host ?? "" };
      const answer = await site.sendHttp2("/at-host", { headers }).catch(() => null);
      // Judged by the host that the site is told, or not answered at all.
      if (answer?.body === INSIDE) expect(heard.host).toBe("free.example");
    }
  });

  test("the cookies of the site and of the session both arrive", async () => {
    for (const ask of [site.send, site.sendHttp2]) {
      const { setCookies } = await ask("/tickets", { headers: SESSION });
      const names = setCookies.map((cookie) => cookie.split("=")[0]);
      expect(names.sort()).toEqual([sessionCookieName("sale"), "cart", "theme"].sort());
    }
  });

  test("HEAD is answered as GET is, without a body", async () => {
    const away = await site.send("/tickets", { method: "HEAD" });
    expect([away.status, away.body]).toEqual([302, ""]);
    const inside = await site.send("/tickets", { method: "HEAD", headers: SESSION });
    expect([inside.status, inside.body]).toEqual([200, ""]);
  });

  test("long addresses and headers let nobody in, and keep nobody out who is", async () => {
    for (const rest of ["a".repeat(7_500), "%C3%A9".repeat(1_250), "&".repeat(7_500)]) {
      const away = await site.send(`/tickets?q=${rest}`);
      expect([rest.slice(0, 6), away.status]).toEqual([rest.slice(0, 6), 302]);
      const inside = await site.send(`/tickets?q=${rest}`, { headers: SESSION });
      expect(inside.status).toBe(200);
    }
    const long = Object.fromEntries(
      [1, 2, 3].map((number) => [`x-long-${number}`, "a".repeat(3_500)]),
    );
    expect((await site.send("/tickets", { headers: long })).status).toBe(302);
    expect((await site.send("/tickets", { headers: { ...long, ...SESSION } })).status).toBe(200);
    expect(heard["x-long-3"]).toHaveLength(3_500);
    const huge = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`x-${at}`, "a".repeat(7_000)]),
    );
    const refused = await site
      .send("/tickets", { headers: { ...huge, ...SESSION } })
      .catch(() => null);
    expect(refused?.body ?? "").not.toContain(INSIDE);
  });
});

test("behind nginx a site may ask for a password of its own", async () => {
  const site = await startUsualSite(
    "nginx",
    createServer((_asked, response) => response.end(INSIDE)),
  );
  const authorization = `Basic ${Buffer.from("ana:correct").toString("base64")}`;
  const ask = async (path: string, headers: Readonly<Record<string, string>>) => {
    const { status, header } = await site.send(path, { headers });
    return [status, header("www-authenticate")];
  };
  const asksPassword = [401, 'Basic realm="Staff"'];
  expect(await ask("/staff/", {})).toEqual(asksPassword);
  expect(await ask("/staff/", { authorization })).toEqual([200, null]);
  expect(await ask("/tickets/staff/", { ...SESSION })).toEqual(asksPassword);
  expect(await ask("/tickets/staff/", { authorization })).toEqual([302, null]);
  expect(await ask("/tickets/staff/", { ...SESSION, authorization })).toEqual([200, null]);
  await site.close();
});
