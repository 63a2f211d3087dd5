import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readForm } from "./body";
import { HttpError } from "./http";
import { WholeRequest } from "./whole-request";

const server = createServer({ IncomingMessage: WholeRequest }, (request, response) => {
  readForm({ request })
    .then((form) => response.end(String(form.get("name"))))
    .catch((error: unknown) =>
      response.end(error instanceof HttpError ? error.code : String(error)),
    );
});
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

/** Sends each part when the one before it has left, and answers what the server answers. */
async function send(...parts: readonly string[]): Promise<string> {
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1").setNoDelay();
  const answer = text(socket);
  for (const part of parts) {
    await new Promise((sent) => socket.write(part, sent));
    await new Promise((turn) => setTimeout(turn, 5));
  }
  return (await answer).split("\r\n\r\n")[1] ?? "";
}

const head = (rest: string) =>
  `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n${rest}\r\n\r\n`;
const chunk = (part: string) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`;

test("a form is read whole, however its bytes come", async () => {
  const form = `name=${encodeURIComponent("Zoë & co")}`;
  const sized = head(`Content-Length: ${form.length}`);
  const chunked = head("Transfer-Encoding: chunked");
  for (const parts of [
    [sized + form],
    [sized, form],
    [sized.slice(0, 20), sized.slice(20) + form.slice(0, 3), form.slice(3)],
    [`${chunked}${chunk(form.slice(0, 7))}${chunk(form.slice(7))}0\r\n\r\n`],
    [chunked, chunk(form.slice(0, 7)), chunk(form.slice(7)), "0\r\n\r\n"],
  ]) {
    expect(await send(...parts)).toBe("Zoë & co");
  }
});

test("a field is found by its whole name, and the first of that name counts", async () => {
  const sized = (form: string) => `${head(`Content-Length: ${Buffer.byteLength(form)}`)}${form}`;
  expect(await send(sized("surname=a&name=b&name=c"))).toBe("b");
  expect(await send(sized("name=&other=name%3Dx"))).toBe("");
  expect(await send(sized("name=a=b%26c+d%2B"))).toBe("a=b&c d+");
  expect(await send(sized("name=%E2%82%AC%zz"))).toBe("bad-request");
  expect(await send(sized("other=1"))).toBe("null");
});

test("a form that is too long is refused, also where nothing said so before", async () => {
  const long = `name=${"a".repeat(8_188)}`;
  expect(await send(head(`Content-Length: ${long.length}`))).toBe("too-large");
  expect(await send(`${head("Transfer-Encoding: chunked")}${chunk(long)}0\r\n\r\n`)).toBe(
    "too-large",
  );
  expect(await send(head("Transfer-Encoding: chunked"), chunk(long))).toBe("too-large");
});
