import { createHmac } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { pushBody, type Resolve, sendPush } from "./send-push";

const SECRET = "s".repeat(72);
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/push?x=1`;
}

test("the body holds the config in hex, its keyed hash and its signature", () => {
  const text = '{"Description":"Köln"}';
  const body = JSON.parse(pushBody({ text, signature: "c2ln" }, SECRET));
  expect(Object.keys(body)).toEqual(["integrationInfo", "hash", "signature"]);
  expect(Buffer.from(body.integrationInfo, "hex").toString("utf8")).toBe(text);
  const hash = createHmac("sha256", SECRET).update(body.integrationInfo).digest("hex");
  expect(body).toMatchObject({ hash, signature: "c2ln" });
});

describe("a push", () => {
  test("arrives with PUT, whole", async () => {
    const seen: unknown[] = [];
    const url = await listen((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const body = Buffer.concat(chunks).toString();
        seen.push([request.method, request.url, request.headers["content-type"], body]);
        response.end("Success!");
      });
    });
    expect(await sendPush(url, '{"a":1}', true)).toEqual({ status: 200, problem: null });
    expect(seen).toEqual([["PUT", "/push?x=1", "application/json", '{"a":1}']]);
  });

  test("is not sent on to where a redirect leads", async () => {
    let asked = 0;
    const other = await listen((_request, response) => {
      asked += 1;
      response.end();
    });
    const url = await listen((_request, response) => {
      response.writeHead(307, { location: other });
      response.end();
    });
    expect(await sendPush(url, "{}", true)).toEqual({
      status: 307,
      problem: "The site answered 307.",
    });
    expect(asked).toBe(0);
  });

  test("says in a sentence what was wrong, and never throws", async () => {
    const failing = await listen((_request, response) => {
      response.writeHead(400);
      response.end("Fail!");
    });
    expect(await sendPush(failing, "{}", true)).toMatchObject({ status: 400 });
    const broken = await listen((request) => request.socket.destroy());
    expect((await sendPush(broken, "{}", true)).problem).toMatch(/\.$/);
    expect(await sendPush("http://127.0.0.1:1/", "{}", true)).toMatchObject({ status: null });
    expect(await sendPush("nonsense", "{}", true)).toMatchObject({ status: null });
  });

  test("reads no endless answer", async () => {
    const url = await listen((_request, response) => {
      response.writeHead(200);
      const pour = () => {
        while (response.write(Buffer.alloc(16_384))) if (response.destroyed) return;
        response.once("drain", pour);
      };
      response.on("error", () => undefined);
      pour();
    });
    expect(await sendPush(url, "{}", true)).toMatchObject({ status: 200 });
  });

  test("reaches no internal address where that is not allowed, under no name", async () => {
    let asked = 0;
    const url = new URL(
      await listen((_request, response) => {
        asked += 1;
        response.end();
      }),
    );
    for (const host of ["127.0.0.1", "localhost", "shop.localhost", "[::ffff:127.0.0.1]"]) {
      const outcome = await sendPush(`https://${host}:${url.port}/`, "{}", false);
      expect(outcome.problem).toContain("PUSH_INTERNAL");
    }
    const resolveHere: Resolve = (_name, _options, callback) => {
      callback(null, [
        { address: "203.0.113.1", family: 4 },
        { address: "127.0.0.1", family: 4 },
      ]);
    };
    const hidden = await sendPush(`https://shop.example:${url.port}/`, "{}", false, resolveHere);
    expect(hidden.problem).toContain("PUSH_INTERNAL");
    expect(asked).toBe(0);
  });
});
