import { type AddressInfo, connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { Exchange, sendJsonText } from "./http";
import { createRoomServer, listen } from "./listen";

const FRONT = { trustedProxies: 0, basePath: "", origins: [] };

/** What a server that answers each request with the next text sends for these, one behind the other. */
async function answersTo(requests: readonly string[], texts: readonly string[]) {
  const left = [...texts];
  const server = createRoomServer((request, response) => {
    sendJsonText(new Exchange(request, response, FRONT), left.shift() ?? "", ["a=b"]);
  });
  await listen(server, 0, "127.0.0.1");
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.write(requests.map((line) => `${line}\r\nHost: room\r\n\r\n`).join(""));
  const sent = await buffer(socket);
  server.close();
  return sent.toString("latin1");
}

const GET = "GET / HTTP/1.1";
const LAST = `${GET}\r\nConnection: close`;

test.each([
  ["of ASCII", '{"a":"b"}'],
  ["of other letters", '{"a":"À 日本語 🙂"}'],
  ["with half a character", `{"a":"${"\ud83d"}"}`],
  ["that is empty", ""],
  ["that is long", `"${"x".repeat(300_000)}"`],
  ["that is long, of other letters", `"${"é".repeat(300_000)}"`],
])("a body %s comes whole, whatever is asked behind it", async (_, text) => {
  const sent = await answersTo([GET, "HEAD / HTTP/1.1", LAST], [text, text, '{"end":true}']);
  const length = Buffer.byteLength(text);
  const body = Buffer.from(text).toString("latin1");
  const [before, first, second, third] = sent.split("HTTP/1.1 200 OK\r\n");
  expect(before).toBe("");
  for (const [answer, wanted] of [
    [first, body],
    [second, ""],
  ]) {
    const [head = "", ...rest] = answer?.split("\r\n\r\n") ?? [];
    expect(rest.join("\r\n\r\n")).toBe(wanted);
    expect(head.split("\r\n")).toContain(`content-length: ${length}`);
    expect(head.split("\r\n")).toContain("set-cookie: a=b");
  }
  expect(third?.endsWith('{"end":true}')).toBe(true);
});
