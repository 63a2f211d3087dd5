import { createHmac } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pushBody, sendPush } from "./send-push";

const SECRET = "s".repeat(72);
const servers: Server[] = [];
beforeEach(() => vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "127.0.0.1"));
afterEach(() => {
  vi.unstubAllEnvs();
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
    expect(await sendPush("acme", url, '{"a":1}')).toEqual({ status: 200, problem: null });
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
    expect(await sendPush("acme", url, "{}")).toEqual({
      status: 307,
      problem: "The site returned 307.",
    });
    expect(asked).toBe(0);
  });

  test("says in a sentence what was wrong, and never throws", async () => {
    const failing = await listen((_request, response) => {
      response.writeHead(400);
      response.end("Fail!");
    });
    expect(await sendPush("acme", failing, "{}")).toMatchObject({ status: 400 });
    const broken = await listen((request) => request.socket.destroy());
    expect((await sendPush("acme", broken, "{}")).problem).toMatch(/\.$/);
    expect(await sendPush("acme", "http://127.0.0.1:1/", "{}")).toMatchObject({ status: null });
    expect(await sendPush("acme", "nonsense", "{}")).toMatchObject({ status: null });
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
    expect(await sendPush("acme", url, "{}")).toMatchObject({ status: 200 });
  });

  test("reaches no internal address that is not allowed", async () => {
    vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "");
    let asked = 0;
    const url = new URL(
      await listen((_request, response) => {
        asked += 1;
        response.end();
      }),
    );
    for (const host of ["127.0.0.1", "localhost", "shop.localhost", "[::ffff:127.0.0.1]"]) {
      const outcome = await sendPush("acme", `https://${host}:${url.port}/`, "{}");
      expect(outcome.problem).toContain("ALLOWED_PRIVATE_HOSTS");
    }
    expect(asked).toBe(0);
  });
});
