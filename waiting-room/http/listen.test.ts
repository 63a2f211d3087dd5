import { get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { expect, test } from "vitest";
import { drain } from "@/lib/platform/drain";
import { createCertificate } from "@/test/certificates";
import { createRoomServer, listen } from "./listen";

const refused: number[] = [];
const QUICK = { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 20 };

type RoomOptions = NonNullable<Parameters<typeof createRoomServer>[1]>;

async function start(limits = {}, options: RoomOptions = {}) {
  refused.length = 0;
  const seen = { underWay: 0, mostUnderWay: 0 };
  const server = createRoomServer(
    (request, response) => {
      seen.underWay += 1;
      seen.mostUnderWay = Math.max(seen.mostUnderWay, seen.underWay);
      response.prependOnceListener("close", () => {
        seen.underWay -= 1;
      });
      const end = (body = "") => setImmediate(() => response.end(`${body} answered`));
      request.readWhole({
        longestBytes: 1_000,
        done: (body) => end(body.toString()),
        refused: () => end(),
      });
    },
    { connectionsMax: 1_000, limits, onRefused: () => refused.push(1), ...options },
  );
  await listen(server, 0);
  return { server, port: (server.address() as AddressInfo).port, seen };
}

/** Sends bytes and answers what comes back until the server closes. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(answer));
  });
}

test("listens on one address alone if told so", async () => {
  const server = createRoomServer((_request, response) => response.end());
  await listen(server, 0, "127.0.0.1");
  expect(server.address()).toMatchObject({ address: "127.0.0.1" });
  server.close();
});

test("headers longer than the limit are refused", async () => {
  const { server, port } = await start();
  const cookie = "a".repeat(33_000);
  const answer = await exchange(port, `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 [\s\S]*application\/problem\+json/);
  server.close();
});

test("a client that never ends its headers or its body is cut off", async () => {
  const { server, port } = await start(QUICK);
  expect(await exchange(port, "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")).toMatch(/^HTTP\/1\.1 408 /);
  const body = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf";
  expect(await exchange(port, body)).toMatch(/^HTTP\/1\.1 408 /);
  server.close();
});

test("draining answers what is asked on open connections, and tells that it is the last time", async () => {
  const { server, port } = await start();
  const socket = connect(port, "127.0.0.1");
  socket.setEncoding("latin1");
  const heard: string[] = [];
  socket.on("data", (chunk: string) => heard.push(chunk));
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const ask = () => socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  ask();
  await expect.poll(() => heard.join("")).toMatch(/keep-alive[\s\S]*answered/);
  const drained = drain([server], 3_000);
  const refused = new Promise<string>((resolve) => {
    get({ port, host: "127.0.0.1", agent: false }).once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code ?? ""),
    );
  });
  // One that came just before the port closed is reset.
  expect(await refused).toMatch(/^ECONN(REFUSED|RESET)$/);
  heard.length = 0;
  ask();
  await Promise.all([drained, closed]);
  expect(heard.join("")).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*answered/i);
});

test("draining closes connections on which nothing is asked", async () => {
  const { server, port } = await start();
  const socket = connect(port, "127.0.0.1");
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  await Promise.all([drain([server], 3_000), closed]);
  expect(server.listening).toBe(false);
});

/** A connection that keeps open what it is let; `isOpen` follows the server. */
function hold(port: number, text = "") {
  const socket = connect(port, "127.0.0.1", () => text !== "" && socket.write(text));
  const held = { isOpen: true, heard: "", socket };
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    held.heard += chunk;
  });
  socket.on("error", () => undefined);
  socket.once("close", () => {
    held.isOpen = false;
  });
  return held;
}

const LAST = { timeout: 20_000, interval: 50 };

test("there are never more connections than the limit, and idle ones give way to new ones", async () => {
  const most = 20;
  const { server, port } = await start({}, { connectionsMax: most, isBehindProxy: true });
  let highest = 0;
  const watch = setInterval(
    () => server.getConnections((_error, count) => (highest = Math.max(highest, count))),
    5,
  );
  const idle = Array.from({ length: 20 }, () => hold(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  await expect.poll(() => idle.every(({ heard }) => heard.includes("answered")), LAST).toBe(true);
  for (let index = 0; index < 60; index += 1) {
    const newcomer = hold(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(() => newcomer.heard.includes("answered"), LAST).toBe(true);
  }
  expect(idle.some(({ isOpen }) => isOpen)).toBe(false);
  clearInterval(watch);
  expect(highest).toBeLessThanOrEqual(most);
  server.closeAllConnections();
  server.close();
});

test.each([
  ["half a head", "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "],
  ["half a body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf"],
  ["nothing", ""],
])("connections on which %s has come give way to those who ask", async (_what, text) => {
  const { server, port } = await start({}, { connectionsMax: 20, isBehindProxy: true });
  const slow = Array.from({ length: 40 }, () => hold(port, text));
  await expect.poll(() => slow.filter(({ isOpen }) => !isOpen).length, LAST).toBe(20);
  for (let index = 0; index < 30; index += 1) {
    const newcomer = hold(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(() => newcomer.heard.includes("answered"), LAST).toBe(true);
  }
  expect(refused).toHaveLength(0);
  server.closeAllConnections();
  server.close();
});

test("over TLS connections give way before it is agreed, and few requests are under way at once", async () => {
  const made = await createCertificate({ hosts: ["localhost"] });
  const tls = { cert: Buffer.from(made.cert), key: Buffer.from(made.key) };
  const { server, port, seen } = await start({}, { connectionsMax: 20, tls });
  const silent = Array.from({ length: 30 }, () => hold(port));
  await expect.poll(() => silent.filter(({ isOpen }) => isOpen).length, LAST).toBe(5);
  const socket = connectTls({ port, host: "127.0.0.1", ca: tls.cert, servername: "localhost" });
  let heard = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    heard += chunk;
  });
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(300));
  await expect.poll(() => heard.split("answered").length - 1, LAST).toBe(300);
  expect(seen.mostUnderWay).toBeLessThanOrEqual(4);
  socket.destroy();
  server.closeAllConnections();
  server.close();
});

test("bodies of requests that had to wait for others are not lost", async () => {
  const { server, port } = await start();
  const posts = Array.from({ length: 100 }, (_, index) => {
    const body = `n=${index}`;
    return `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  });
  const client = hold(port, posts.join(""));
  await expect.poll(() => client.heard.split("answered").length - 1, LAST).toBe(100);
  expect(client.heard.match(/n=\d+/g)).toEqual(posts.map((post) => /n=\d+/.exec(post)?.[0]));
  client.socket.destroy();
  server.close();
});

test("a connection over which nothing goes is closed, before and after a request", async () => {
  const { server, port } = await start({ ...QUICK, timeout: 400, keepAliveTimeout: 300 });
  const silent = hold(port);
  const asked = hold(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => silent.isOpen || asked.isOpen, LAST).toBe(false);
  server.close();
});

test("so is one on which TLS is never agreed, and one that speaks HTTP instead", async () => {
  const made = await createCertificate({ hosts: ["localhost"] });
  const tls = { cert: Buffer.from(made.cert), key: Buffer.from(made.key) };
  const { server, port } = await start({ handshakeTimeout: 300 }, { tls });
  const held = ["", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"].map((text) => hold(port, text));
  await expect.poll(() => held.some(({ isOpen }) => isOpen), LAST).toBe(false);
  server.closeAllConnections();
  server.close();
});

test("a body that nobody wants ends the connection", async () => {
  const server = createRoomServer((_request, response) => void response.writeHead(404).end());
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.resume();
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n");
  let sent = 0;
  const pour = () => {
    while (sent < 1_000 && socket.writable) {
      sent += 1;
      if (!socket.write(Buffer.alloc(65_536))) return void socket.once("drain", pour);
    }
  };
  pour();
  await closed;
  expect(sent).toBeLessThan(1_000);
  server.close();
});
