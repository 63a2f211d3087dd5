import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { header } from "./http";
import { WholeRequest } from "./whole-request";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");
const told: string[] = [];

/** What it reads it tells in `told`, too. */
const server = createServer({ IncomingMessage: WholeRequest }, (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://a");
  const tell = (text: string) => {
    told.push(text);
    if (pathname !== "/read-and-wait") response.end(text);
  };
  const read = () =>
    request.readWhole({ longestBytes: 10, done: (body) => tell(`${body}`), refused: tell });
  if (pathname.startsWith("/read")) read();
  if (pathname === "/read-and-answer") response.end("at once");
  if (pathname === "/headers") {
    const names = searchParams.getAll("name");
    response.end(JSON.stringify(names.map((name) => header(request, name) ?? null)));
  }
  if (pathname === "/held") {
    request.hold(10);
    setTimeout(read, Number(searchParams.get("ms")));
  }
  if (pathname !== "/late") return;
  setTimeout(() => {
    expect(read).toThrow("after it had come");
    response.end("too late");
  }, 50);
});
beforeEach(() => told.splice(0));
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

function open() {
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return connect(port, "127.0.0.1").setNoDelay();
}

/** The bodies of the answers to requests over one connection. */
async function ask(count: number, ...requests: readonly string[]): Promise<string[]> {
  const socket = open();
  let text = "";
  socket.setEncoding("latin1").on("data", (part: string) => {
    text += part;
  });
  socket.write(requests.join(""));
  while (text.split("HTTP/1.1 200").length <= count) await once(socket, "data");
  socket.destroy();
  return text
    .split("HTTP/1.1 200")
    .slice(1)
    .map((answer) => answer.split("\r\n\r\n")[1] ?? "");
}

const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const get = (path: string, ...headers: readonly string[]) =>
  `${[`GET ${path} HTTP/1.1`, "Host: a", ...headers].join("\r\n")}\r\n\r\n`;

test("bodies that are read and bodies that nobody reads leave the next request as it is", async () => {
  const long = "x".repeat(100_000);
  const names = "/headers?name=host";
  const answers = await ask(
    5,
    post("/read", "one"),
    post(names, long),
    get("/read"),
    post("/read", ""),
    post("/read", "two"),
  );
  expect(answers).toEqual(["one", '["a"]', "", "", "two"]);
});

test("a body is read whole, however small its parts are", async () => {
  const parts = [..."0123456789"].map((part) => `1\r\n${part}\r\n`).join("");
  const head = "POST /read HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  expect(await ask(2, `${head}${parts}0\r\n\r\n`, post("/read", "next"))).toEqual([
    "0123456789",
    "next",
  ]);
  expect(await ask(1, `${head}${parts}1\r\n0\r\n`)).toEqual(["too-large"]);
});

test("a body that is asked for after it has come is an error, and not an empty one", async () => {
  expect(await ask(1, post("/late", "one"))).toEqual(["too late"]);
});

test("who leaves before the end is told to the reader, who leaves after it is not", async () => {
  for (const path of ["/read-and-wait", "/read"]) {
    for (const sent of [post(path, "whole").slice(0, -2), post("/read-and-wait", "whole")]) {
      const socket = open();
      const came = once(server, "request");
      socket.write(sent);
      const [request] = await came;
      const gone = new Promise((closed) => request.socket.once("close", closed));
      socket.destroy();
      await gone;
      await new Promise((turn) => setImmediate(turn));
    }
  }
  expect(told).toEqual(["bad-request", "whole", "bad-request", "whole"]);
});

test("a part of a body is not told as the whole when the answer came before the rest", async () => {
  const socket = open();
  const answer = once(socket, "data");
  socket.write(post("/read-and-answer", "whole").slice(0, -2));
  expect(String(await answer)).toContain("at once");
  socket.write("le");
  await new Promise((turn) => setTimeout(turn, 20));
  socket.destroy();
  expect(told).toEqual([]);
});

test("a connection on which nothing is asked keeps no request", async () => {
  const requests: WeakRef<WholeRequest>[] = [];
  const note = (request: WholeRequest) => requests.push(new WeakRef(request));
  server.on("request", note);
  const sockets = Array.from({ length: 20 }, open);
  for (const socket of sockets) {
    socket.write(post("/read", "one"));
    await once(socket, "data");
  }
  await new Promise((turn) => setTimeout(turn, 50));
  collectGarbage();
  expect(requests.filter((request) => request.deref() !== undefined).length).toBeLessThan(5);
  for (const socket of sockets) socket.destroy();
  server.off("request", note);
});

test("a header is found whatever its spelling, and several of one name as Node joins them", async () => {
  const names = ["cookie", "x-forwarded-for", "accept", "origin", "user-agent"];
  const path = `/headers?${names.map((name) => `name=${name}`).join("&")}`;
  const sent = [
    "COOKIE: a=1",
    "X-Forwarded-For: 192.0.2.1",
    "Cookie: b=2",
    "x-forwarded-for: 192.0.2.2",
    "User-Agent: first",
    "User-Agent: second",
    "aCCEPT: text/html",
  ];
  const [answer = ""] = await ask(1, get(path, ...sent));
  expect(JSON.parse(answer)).toEqual([
    "a=1; b=2",
    "192.0.2.1, 192.0.2.2",
    "text/html",
    null,
    "first",
  ]);
});

test("a body that is held is there for whoever asks later, whole or not at all", async () => {
  const later = "/held?ms=50";
  const long = "x".repeat(11);
  expect(await ask(2, post(later, "name=Ada"), post(later, long))).toEqual([
    "name=Ada",
    "too-large",
  ]);
  expect(await ask(1, post(later, ""))).toEqual([""]);
});

test("a body of which only a part has come when it is asked for comes whole", async () => {
  const socket = open();
  socket.write("POST /held?ms=20 HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\nname");
  await new Promise((resolve) => setTimeout(resolve, 80));
  socket.write("=Ada");
  const [answer] = await once(socket.setEncoding("latin1"), "data");
  expect(answer).toContain("name=Ada");
  socket.destroy();
});
