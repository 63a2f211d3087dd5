import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { header } from "./http";
import { WholeRequest } from "./whole-request";

const failures: unknown[] = [];

/** `/read` answers the body, `/late` reads it too late, anything else answers the headers asked for. */
const server = createServer({ IncomingMessage: WholeRequest }, (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://a");
  const read = () => {
    request.readWhole({
      longestBytes: 10,
      done: (body) => response.end(body),
      refused: (code) => {
        failures.push(code);
        response.end(code);
      },
    });
  };
  if (pathname === "/read") return read();
  if (pathname === "/headers") {
    const names = searchParams.getAll("name");
    response.end(JSON.stringify(names.map((name) => header(request, name) ?? null)));
    return;
  }
  setTimeout(() => {
    try {
      read();
    } catch (error) {
      response.end(String(error));
    }
  }, 50);
});
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

test("a body that is asked for after it has come is an error, and not an empty one", async () => {
  expect(await ask(1, post("/late", "one"))).toEqual([
    expect.stringContaining("after it had come"),
  ]);
});

test("who leaves before the end is told to the reader", async () => {
  const socket = open();
  socket.write(post("/read", "whole").slice(0, -2));
  await new Promise((sent) => setTimeout(sent, 20));
  socket.destroy();
  while (failures.length === 0) await new Promise((turn) => setTimeout(turn, 5));
  expect(failures).toEqual(["bad-request"]);
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
