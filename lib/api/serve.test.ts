import { createServer, type IncomingMessage } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { notFound } from "@/lib/services/ground/errors";
import { listen } from "@/tools/stack/ports";
import type { ApiCall } from "./handle";
import { OPERATIONS } from "./registry";
import { createApiListener, isOfProgram } from "./serve";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(pieces: AsyncGenerator<string>): Promise<string> {
  const headers = { "content-type": "text/csv" };
  const handle = async () => ({ status: 200, headers, body: "", pieces });
  const server = createServer(
    createApiListener({ api: handle, mcp: handle, aws: handle, documents: {} }),
  );
  servers.push(server);
  return `http://127.0.0.1:${await listen(server)}/api/v1/runs/run_1/export`;
}

test("a file is written piece by piece", async () => {
  const address = await serve(
    (async function* () {
      yield "a,b\r\n";
      yield "1,2\r\n";
    })(),
  );
  const response = await fetch(address);
  expect(response.headers.get("content-type")).toBe("text/csv");
  expect(await response.text()).toBe("a,b\r\n1,2\r\n");
});

test("what fails in the middle breaks the download off", async () => {
  const address = await serve(
    (async function* () {
      yield "a,b\r\n";
      throw notFound("run");
    })(),
  );
  await expect(fetch(address).then((response) => response.text())).rejects.toThrow();
});

test("who goes away ends the reading", async () => {
  const ended = vi.fn();
  const address = await serve(
    (async function* () {
      try {
        for (;;) yield "x".repeat(100_000);
      } finally {
        ended();
      }
    })(),
  );
  const stop = new AbortController();
  const response = await fetch(address, { signal: stop.signal });
  await response.body?.getReader().read();
  stop.abort();
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), 5_000);
});

test("documents are read without a key, also at the console, and nothing else is one", async () => {
  const handle = async () => ({ status: 404, headers: {}, body: "" });
  const documents = { "openapi.json": '{"openapi":"3.1.0"}' };
  const server = createServer(
    createApiListener({ api: handle, mcp: handle, aws: handle, documents }),
  );
  servers.push(server);
  const base = `http://127.0.0.1:${await listen(server)}/api/v1`;
  expect(await (await fetch(`${base}/openapi.json`)).json()).toEqual({ openapi: "3.1.0" });
  expect((await fetch(`${base}/other.json`)).status).toBe(404);
  const asked = (url: string) => isOfProgram({ url, headers: {} } as IncomingMessage);
  expect(asked("/api/v1/stanchion.schema.json")).toBe(true);
  expect(asked("/api/v1/events/sale")).toBe(false);
  for (const { path, audience } of OPERATIONS) {
    expect([path, asked(`/api/v1${path}`)]).toEqual([path, audience === "anyone"]);
  }
});

test("a request is handed over with its path, its query and its body, and answered with its length", async () => {
  const handle = vi.fn(async (_asked: ApiCall) => ({ status: 200, headers: {}, body: '{"é":1}' }));
  const server = createServer(
    createApiListener({ api: handle, mcp: handle, aws: handle, documents: {} }),
  );
  servers.push(server);
  const base = `http://127.0.0.1:${await listen(server)}/api/v1`;
  const response = await fetch(`${base}/events/sale`);
  expect(response.headers.get("content-length")).toBe("8");
  expect(await response.json()).toEqual({ é: 1 });
  await fetch(`${base}/events/a%20b?fields=name`, { method: "POST", body: '{"a":1}' });
  const asked = handle.mock.calls.map(([{ path, query, body }]) => [path, `${query}`, `${body}`]);
  expect(asked).toEqual([
    ["/events/sale", "", ""],
    ["/events/a%20b", "fields=name", '{"a":1}'],
  ]);
});
