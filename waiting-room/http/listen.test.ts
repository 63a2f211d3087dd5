import { get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { createRoomServer, drain, listen } from "./listen";

const QUICK = { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 20 };

async function start(limits = {}) {
  const server = createRoomServer(
    (request, response) => {
      const end = () => response.end("answered");
      request.readWhole({ longestBytes: 1_000, done: end, refused: end });
    },
    { limits },
  );
  await listen(server, 0);
  return { server, port: (server.address() as AddressInfo).port };
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

test("headers longer than the limit are refused", async () => {
  const { server, port } = await start();
  const cookie = "a".repeat(17_000);
  const answer = await exchange(port, `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
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
  const drained = drain([server]);
  const refused = new Promise<string>((resolve) => {
    get({ port, host: "127.0.0.1", agent: false }).once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code ?? ""),
    );
  });
  expect(await refused).toBe("ECONNREFUSED");
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
  await Promise.all([drain([server]), closed]);
  expect(server.listening).toBe(false);
});
