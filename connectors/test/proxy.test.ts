import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createProxy, type ProxyOptions } from "../src/adapters/proxy/index.ts";
import { configText, freshSession, until, visitWith } from "./conformance/world.ts";
import { SECRET } from "./fixtures.ts";
import { listen, send, stop } from "./node-site.ts";
import { startProxySite } from "./proxy-site.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const OPTIONS = {
  customerId: "acme",
  secrets: [SECRET],
  failOpen: false,
  config: JSON.parse(configText()),
  shutdownTimeoutMs: 1,
} as const;

async function start(answer: RequestListener, options: Partial<ProxyOptions> = {}) {
  const site = await startProxySite({ ...OPTIONS, ...options }, answer);
  cleanups.push(site.close);
  return site;
}

/** What an origin was asked, told back as JSON. */
const tellBack: RequestListener = (asked, response) => {
  void text(asked).then((body) => {
    const { method, url, headers, rawHeaders } = asked;
    response.end(JSON.stringify({ method, url, headers, rawHeaders, body }));
  });
};

/** Sends bytes as they are and returns all that comes back until the connection ends. */
async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

function raw(...lines: readonly string[]): string {
  return `${lines.join("\r\n")}\r\n\r\n`;
}

const session = () => visitWith({ sale: freshSession() }).headers ?? {};

describe("what the origin gets", () => {
  test("the visitor's address, host and scheme, and nothing that a visitor has made up", async () => {
    const site = await start(tellBack);
    const headers = {
      host: "shop.example",
      forwarded: "for=1.2.3.4",
      "x-forwarded-for": "1.2.3.4",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      "x-forwarded-port": "443",
      "x-real-ip": "1.2.3.4",
      "x-own": "kept",
    };
    const told = JSON.parse((await site.send("/", { headers })).body);
    expect(told.headers).toMatchObject({
      host: "shop.example",
      via: expect.stringMatching(/^1\.1 stanchion-proxy-[0-9a-f]{8}$/),
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-host": "shop.example",
      "x-forwarded-proto": "http",
      "x-real-ip": "127.0.0.1",
      "x-own": "kept",
    });
    expect(told.headers).not.toHaveProperty("forwarded");
    expect(told.headers).not.toHaveProperty("x-forwarded-port");
  });

  test("behind a trusted proxy, what that proxy says", async () => {
    const site = await start(tellBack, { trustedProxies: 1 });
    const headers = {
      "x-forwarded-for": "1.2.3.4, 203.0.113.9",
      "x-forwarded-host": "shop.example",
      "x-forwarded-proto": "https",
    };
    const told = JSON.parse((await site.send("/", { headers })).body);
    expect(told.headers).toMatchObject({
      "x-forwarded-for": "203.0.113.9, 127.0.0.1",
      "x-forwarded-host": "shop.example",
      "x-forwarded-proto": "https",
      "x-real-ip": "203.0.113.9",
    });
  });

  test("another host, where the origin goes by one", async () => {
    const site = await start(tellBack, { originHost: "inner.example" });
    const told = JSON.parse((await site.send("/", { headers: { host: "shop.example" } })).body);
    expect(told.headers).toMatchObject({
      host: "inner.example",
      "x-forwarded-host": "shop.example",
    });
  });

  test("no header that is for the hop only, named or not", async () => {
    const site = await start(tellBack);
    const answer = await sendRaw(
      site.port,
      raw(
        "GET / HTTP/1.1",
        "Host: a.example",
        "Connection: close, X-Secret-Hop",
        "Keep-Alive: timeout=5",
        "Proxy-Authorization: Basic x",
        "TE: trailers",
        "X-Secret-Hop: 1",
        "X-Twice: 1",
        "X-Twice: 2",
      ),
    );
    const told = JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1));
    const names = told.rawHeaders.filter((_: string, index: number) => index % 2 === 0);
    expect(names.map((name: string) => name.toLowerCase()).sort()).toEqual([
      "connection",
      "host",
      "via",
      "x-forwarded-for",
      "x-forwarded-host",
      "x-forwarded-proto",
      "x-real-ip",
      "x-twice",
      "x-twice",
    ]);
    expect(told.headers["x-twice"]).toBe("1, 2");
    expect(told.headers.connection).toBe("keep-alive");
  });

  test("the path that the rules have seen", async () => {
    const site = await start(tellBack);
    for (const path of ["/%74ickets", "/dance/../tickets", "http://x.example/tickets"]) {
      const answer = await sendRaw(
        site.port,
        raw(`GET ${path} HTTP/1.1`, "Host: a.example", "Connection: close"),
      );
      expect([path, answer]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 302 /)]);
    }
    expect(JSON.parse((await site.send("/dance/./a?x=%62")).body).url).toBe("/dance/a?x=%62");
  });

  test("no request whose host could be taken for a path", async () => {
    const site = await start(tellBack);
    for (const host of ["a.example/dance?", "a.example#", "ana@a.example", "a b"]) {
      const answer = await sendRaw(
        site.port,
        raw("GET /tickets HTTP/1.1", `Host: ${host}`, "Connection: close"),
      );
      expect([host, answer]).toEqual([host, expect.stringMatching(/^HTTP\/1\.1 400 /)]);
    }
  });

  test("a host from a trusted proxy is not taken for a path either", async () => {
    const site = await start(tellBack, { trustedProxies: 1 });
    const headers = { "x-forwarded-host": "a.example/dance?" };
    expect((await site.send("/tickets", { headers })).status).toBe(302);
  });

  test("a body in a request that seldom has one, framed as it came", async () => {
    const site = await start(tellBack);
    const lengthOf = raw("DELETE / HTTP/1.1", "Host: a", "Connection: close", "Content-Length: 6");
    const told = await sendRaw(site.port, `${lengthOf}GET /x`);
    expect(told).toContain('"method":"DELETE"');
    expect(told).toContain('"body":"GET /x"');
    const chunked = await sendRaw(
      site.port,
      `${raw("GET / HTTP/1.1", "Host: a", "Connection: close", "Transfer-Encoding: chunked")}3\r\nabc\r\n0\r\n\r\n`,
    );
    expect(chunked).toContain('"body":"abc"');
    expect(chunked).toContain('"transfer-encoding":"chunked"');
  });

  test("nothing of a request that has two lengths", async () => {
    const asked = vi.fn();
    const site = await start((_, response) => {
      asked();
      response.end();
    });
    const lines = ["POST / HTTP/1.1", "Host: a", "Content-Length: 3", "Transfer-Encoding: chunked"];
    expect(await sendRaw(site.port, `${raw(...lines)}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(asked).not.toHaveBeenCalled();
  });

  test("connections that are used again", async () => {
    const site = await start((asked, response) => response.end(`${asked.socket.remotePort}`));
    const first = (await site.send("/")).body;
    expect((await site.send("/")).body).toBe(first);
  });
});

describe("what the visitor gets", () => {
  test("status, reason, headers and every cookie, beside those of the connector", async () => {
    const site = await start((_, response) => {
      response.writeHead(203, "Quite Right", [
        ["Set-Cookie", "a=1"],
        ["Set-Cookie", "b=2"],
        ["X-Own", "1"],
        ["Connection", "X-Hop"],
        ["X-Hop", "1"],
      ]);
      response.end("hello");
    });
    const answer = await sendRaw(
      site.port,
      raw(
        "GET /tickets HTTP/1.1",
        "Host: a",
        "Connection: close",
        `Cookie: ${session()["cookie"]}`,
      ),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 203 Quite Right\r\n/);
    expect(answer.match(/^set-cookie: .*$/gim)?.map((line) => line.slice(12, 27))).toEqual([
      "QueueITAccepted",
      "a=1",
      "b=2",
    ]);
    expect(answer).toMatch(/^x-queueit-connector: stanchion-proxy\r$/im);
    expect(answer).not.toMatch(/^x-hop/im);
  });

  test("an answer to HEAD with its length and without a body", async () => {
    const site = await start((_, response) => {
      response.setHeader("content-length", 5);
      response.end("hello");
    });
    const answer = await site.send("/", { method: "HEAD" });
    expect([answer.status, answer.header("content-length"), answer.body]).toEqual([200, "5", ""]);
  });

  test("each piece of an answer as soon as it is there", async () => {
    const pieces: ((piece: string) => void)[] = [];
    const site = await start((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
      pieces.push((piece) => (piece === "" ? response.end() : response.write(piece)));
    });
    const sent = request({ host: "127.0.0.1", port: site.port, path: "/", agent: false }).end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    answer.setEncoding("utf8");
    for (const piece of ["data: 1\n\n", "data: 2\n\n"]) {
      pieces[0]?.(piece);
      expect(await once(answer, "data")).toEqual([piece]);
    }
    pieces[0]?.("");
    answer.resume();
    await once(answer, "end");
  });

  test("a large upload runs through while it is sent, and is not kept", async () => {
    let received = 0;
    const site = await start((asked, response) => {
      asked.on("data", (chunk: Uint8Array) => {
        received += chunk.byteLength;
      });
      asked.once("end", () => response.end(String(received)));
    });
    const sent = request({ host: "127.0.0.1", port: site.port, method: "POST", agent: false });
    sent.write("x".repeat(100_000));
    await until(() => received === 100_000);
    sent.end("y".repeat(5_000_000));
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    expect(await text(answer)).toBe("5100000");
  });

  test("an answer that comes before the whole request was read", async () => {
    const site = await start((_, response) => {
      response.writeHead(409, { connection: "close" }).end("no");
    });
    const sent = request({ host: "127.0.0.1", port: site.port, method: "POST", agent: false });
    sent.on("error", () => undefined);
    sent.write("x");
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    expect([answer.statusCode, await text(answer)]).toEqual([409, "no"]);
    sent.destroy();
  });

  test("100 Continue only when the connector lets the request go on", async () => {
    const site = await start(tellBack);
    const ask = (path: string): Promise<string> => {
      const head = raw(
        `POST ${path} HTTP/1.1`,
        "Host: a",
        "Connection: close",
        "Content-Length: 2",
        "Expect: 100-continue",
      );
      return sendRaw(site.port, `${head}ok`);
    };
    expect(await ask("/")).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(await ask("/tickets")).toMatch(/^HTTP\/1\.1 302 /);
  });
});

describe("when something is wrong", () => {
  const problems: string[] = [];
  const onProblem = ({ message }: Error): void => void problems.push(message);
  afterEach(() => void problems.splice(0));

  test("no origin: 502 with a page for people and a code for programs", async () => {
    const proxy = createProxy({ ...OPTIONS, origin: "http://127.0.0.1:1", onProblem });
    cleanups.push(proxy.close);
    const port = await proxy.listen({ port: 0, host: "127.0.0.1" });
    const page = await send(port, "/", { headers: { accept: "text/html" } });
    expect([page.status, page.header("content-type"), page.header("cache-control")]).toEqual([
      502,
      "text/html; charset=utf-8",
      "no-store",
    ]);
    expect(page.body).toContain("<h1>The site cannot be reached</h1>");
    expect(page.header("retry-after")).toBe("10");
    const plain = await send(port, "/", { method: "POST", body: "x" });
    expect([plain.status, plain.body]).toEqual([502, "origin-unreachable\n"]);
    expect(problems).toEqual([
      expect.stringMatching(/^origin-unreachable: /),
      expect.stringMatching(/^origin-unreachable: /),
    ]);
    expect((await send(port, "/tickets")).status).toBe(302);
  });

  test("an origin that does not answer: 504", async () => {
    const site = await start(() => undefined, { originTimeoutMs: 50, onProblem });
    const answer = await site.send("/", { headers: { accept: "text/html" } });
    expect([answer.status, answer.header("x-stanchion-proxy")]).toEqual([504, "origin-timeout"]);
    expect(problems).toEqual(["origin-timeout"]);
  });

  test("an upload that goes on for longer than the origin may be silent is no timeout", async () => {
    const site = await start(tellBack, { originTimeoutMs: 1_000 });
    const sent = request({ host: "127.0.0.1", port: site.port, method: "POST", agent: false });
    for (let piece = 0; piece < 6; piece += 1) {
      sent.write("x");
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    sent.end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    expect(JSON.parse(await text(answer)).body).toBe("xxxxxx");
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ["breaks off", (response) => response.destroy()],
    ["falls silent", () => undefined],
  ])("an answer that %s in the middle is never shown as whole", async (_, interrupt) => {
    const site = await start(
      (_asked, response) => {
        response.write("half", () => interrupt(response));
      },
      { idleTimeoutMs: 100, onProblem },
    );
    await expect(site.send("/")).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    await until(() => problems.length === 1);
  });

  test("what is no HTTP: 502", async () => {
    const origin = (await import("node:net")).createServer((socket) => socket.end("hello\r\n\r\n"));
    await new Promise<void>((resolve) => origin.listen(0, "127.0.0.1", resolve));
    const address = origin.address();
    const originPort = typeof address === "object" && address !== null ? address.port : 0;
    cleanups.push(async () => void origin.close());
    const site = await start(tellBack, { origin: `http://127.0.0.1:${originPort}` });
    expect((await site.send("/")).status).toBe(502);
  });

  test("a connection that the origin has closed meanwhile costs nobody the page", async () => {
    const sockets = new Set<Socket>();
    let answers = 0;
    const site = await start((asked, response) => {
      // The second request on a connection meets a closed door.
      if (sockets.has(asked.socket)) return void asked.socket.destroy();
      sockets.add(asked.socket);
      answers += 1;
      response.end(String(answers));
    });
    expect((await site.send("/")).body).toBe("1");
    expect((await site.send("/")).body).toBe("2");
    expect((await site.send("/", { method: "POST", body: "x" })).body).toBe("3");
    expect((await site.send("/", { method: "POST", body: "x" })).status).toBe(502);
  });

  test("a body that is too large: 413, told or not", async () => {
    const site = await start(tellBack, { maxBodyBytes: 1000 });
    const body = "x".repeat(1001);
    const answer = await site.send("/", { method: "POST", body });
    expect([answer.status, answer.body]).toEqual([413, "body-too-large\n"]);
    const head = raw("POST / HTTP/1.1", "Host: a", "Transfer-Encoding: chunked");
    const chunked = await sendRaw(site.port, `${head}3e9\r\n${body}\r\n0\r\n\r\n`);
    expect(chunked).toMatch(/^HTTP\/1\.1 413 /);
    expect((await site.send("/", { method: "POST", body: "x".repeat(1000) })).status).toBe(200);
  });

  test("a header that may not be passed on: 400, and the proxy lives", async () => {
    const site = await start(tellBack);
    const answer = await sendRaw(
      site.port,
      raw("GET / HTTP/1.1", "Host: a", "Connection: close", "X-Odd: a\u007fb"),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect((await site.send("/")).status).toBe(200);
  });

  test("a proxy that leads to itself: 508", async () => {
    const server = createServer();
    const port = await listen(server);
    await stop(server);
    const proxy = createProxy({ ...OPTIONS, origin: `http://127.0.0.1:${port}` });
    cleanups.push(proxy.close);
    await proxy.listen({ port, host: "127.0.0.1" });
    const answer = await send(port, "/");
    expect([answer.status, answer.body]).toEqual([508, "proxy-loop\n"]);
  });

  test("a visitor who leaves ends the request at the origin", async () => {
    const left: string[] = [];
    const site = await start(
      (_, response) => {
        response.once("close", () => left.push("left"));
        response.write("x");
      },
      { onProblem },
    );
    const sent = request({ host: "127.0.0.1", port: site.port, path: "/", agent: false }).end();
    await once(sent, "response");
    sent.on("error", () => undefined);
    sent.destroy();
    await until(() => left.length === 1);
    expect(problems).toEqual([]);
  });

  test.each([
    [{ origin: "shop.example" }, "origin is not an HTTP address"],
    [{ origin: "http://shop.example/path" }, "origin has more than a host and a port"],
    [{ origin: "http://ana:x@shop.example" }, "origin has more than a host and a port"],
    [{ originTimeoutMs: 0 }, "originTimeoutMs is below 1"],
    [{ maxBodyBytes: Number.NaN }, "maxBodyBytes is below 1"],
    [{ customerId: "" }, "customerId is missing"],
    [{ trustedProxies: -1 }, "trustedProxies is missing or wrong"],
  ])("the options %o are refused at the start: %s", (options, message) => {
    expect(() => createProxy({ ...OPTIONS, origin: "http://a.example", ...options })).toThrow(
      message,
    );
  });
});

describe("WebSockets", () => {
  const handshake = (path: string, cookie: string = ""): string =>
    raw(
      `GET ${path} HTTP/1.1`,
      "Host: a",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ...(cookie === "" ? [] : [`Cookie: ${cookie}`]),
    );

  /** An origin that sends back, in capitals, what comes over an upgraded connection. */
  async function startEcho() {
    const site = await start((_, response) => response.end("page"));
    const opened: Socket[] = [];
    site.server.on("upgrade", (asked: IncomingMessage, socket: Socket, head: Uint8Array) => {
      opened.push(socket);
      socket.on("error", () => undefined);
      socket.once("end", () => socket.end());
      socket.write(
        raw(
          "HTTP/1.1 101 Switching Protocols",
          "Connection: Upgrade",
          "Upgrade: websocket",
          `X-Forwarded: ${asked.headers["x-forwarded-host"]}`,
          "Set-Cookie: chat=1",
        ),
      );
      socket.write(`HEAD[${Buffer.from(head).toString().toUpperCase()}]`);
      socket.on("data", (chunk: Buffer) => socket.write(chunk.toString().toUpperCase()));
    });
    return { ...site, opened };
  }

  function dial(port: number, bytes: string) {
    const socket = connect(port, "127.0.0.1");
    socket.setEncoding("latin1");
    const received = { text: "", ended: false };
    socket.on("data", (chunk: string) => {
      received.text += chunk;
    });
    socket.once("close", () => {
      received.ended = true;
    });
    socket.write(bytes);
    cleanups.push(async () => socket.destroy());
    return { socket, received };
  }

  test("with a session the two ends talk, and the session goes on", async () => {
    const site = await startEcho();
    const { socket, received } = dial(
      site.port,
      handshake("/tickets/chat", session()["cookie"] ?? ""),
    );
    await until(() => received.text.includes("HEAD["));
    expect(received.text).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
    expect(received.text).toMatch(/^set-cookie: QueueITAccepted-SDFrts345E-V3_sale=/im);
    expect(received.text).toMatch(/^set-cookie: chat=1\r$/im);
    expect(received.text).toMatch(/^x-forwarded: a\r$/im);
    socket.write("hello");
    await until(() => received.text.endsWith("HELLO"));
    site.opened[0]?.end();
    await until(() => received.ended);
  });

  test("bytes right behind the handshake are not lost", async () => {
    const site = await startEcho();
    const { received } = dial(site.port, `${handshake("/")}early`);
    await until(() => received.text.endsWith("EARLY"));
  });

  test("without a session nothing is opened at the origin", async () => {
    const site = await startEcho();
    const { received } = dial(site.port, handshake("/tickets/chat"));
    await until(() => received.ended);
    expect(received.text).toMatch(/^HTTP\/1\.1 302 Found\r\n/);
    expect(site.opened).toEqual([]);
  });

  test("a connection is not joined when the origin declines", async () => {
    const site = await start((_, response) => response.writeHead(426).end("not here"));
    const { received } = dial(
      site.port,
      `${handshake("/")}${raw("GET /tickets HTTP/1.1", "Host: a")}`,
    );
    await until(() => received.ended);
    expect(received.text).toMatch(/^HTTP\/1\.1 426 /);
    expect(received.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test("another protocol is not switched to: the request is an ordinary one", async () => {
    const site = await start(tellBack);
    const lines = ["GET / HTTP/1.1", "Host: a", "Connection: Upgrade", "Upgrade: h2c"];
    const { received } = dial(site.port, raw(...lines));
    await until(() => received.ended);
    expect(received.text).toMatch(/^HTTP\/1\.1 200 /);
    expect(received.text).not.toContain("h2c");
    const post = dial(site.port, raw("POST / HTTP/1.1", ...lines.slice(1), "Content-Length: 2"));
    await until(() => post.received.ended);
    expect(post.received.text).toMatch(/^HTTP\/1\.1 501 /);
  });

  test("no origin: 502", async () => {
    const site = await start(tellBack, { origin: "http://127.0.0.1:1" });
    const { received } = dial(site.port, handshake("/"));
    await until(() => received.ended);
    expect(received.text).toMatch(/^HTTP\/1\.1 502 /);
  });
});

describe("closing", () => {
  test("requests under way are finished first, and no new ones are taken", async () => {
    const waiting: ServerResponse[] = [];
    const site = await startProxySite(
      { ...OPTIONS, shutdownTimeoutMs: 30_000 },
      (_, response) => void waiting.push(response),
    );
    const answer = site.send("/");
    await until(() => waiting.length === 1);
    const closed = site.proxy.close();
    // A connection that the system took before the listener closed is reset.
    await expect(send(site.port, "/")).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
    waiting[0]?.end("done");
    expect((await answer).body).toBe("done");
    await closed;
    await stop(site.server);
  });

  test("a connection that is kept alive does not hold it up", async () => {
    const waiting: ServerResponse[] = [];
    const site = await startProxySite(
      { ...OPTIONS, shutdownTimeoutMs: 30_000 },
      (_, response) => void waiting.push(response),
    );
    const answer = sendRaw(site.port, raw("GET / HTTP/1.1", "Host: a"));
    await until(() => waiting.length === 1);
    const closed = site.proxy.close();
    waiting[0]?.end("done");
    expect(await answer).toContain("done");
    await closed;
    await stop(site.server);
  });

  test("what takes too long is broken off, upgraded connections, too", async () => {
    const site = await startProxySite({ ...OPTIONS, shutdownTimeoutMs: 50 }, () => undefined);
    site.server.on("upgrade", (_: IncomingMessage, socket: Socket) => {
      socket.on("error", () => undefined);
      socket.once("end", () => socket.end()).resume();
      socket.write(raw("HTTP/1.1 101 Switching Protocols", "Connection: Upgrade"));
    });
    const answer = site.send("/").catch((error: Error) => error.message);
    const lines = ["GET / HTTP/1.1", "Host: a", "Connection: Upgrade", "Upgrade: websocket"];
    const socket = connect(site.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(raw(...lines));
    await once(socket, "data");
    await site.proxy.close();
    expect(await answer).toMatch(/hang up|ECONNRESET/);
    await stop(site.server);
  });
});
