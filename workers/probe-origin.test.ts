import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { probeOrigin } from "./probe-origin";

const CHUNK = Buffer.alloc(65_536);
/** Far more than the buffers between two programs hold. */
const ENDLESS = 4_000;

let written = 0;
const site = createServer((request, response) => {
  if (request.url === "/broken") {
    response.writeHead(503).end();
    return;
  }
  response.on("error", () => undefined);
  const pour = (): void => {
    while (written < ENDLESS && !response.destroyed) {
      written += 1;
      if (!response.write(CHUNK)) {
        response.once("drain", pour);
        return;
      }
    }
    response.end();
  };
  pour();
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
const at = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`;
const probe = (path: string) =>
  probeOrigin({ customerId: "acme", url: at(path), timeoutMs: 30_000 });

beforeEach(() => vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "127.0.0.1"));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

test("a health page of 260 MB is not read", async () => {
  expect(await probe("/endless")).toBeTypeOf("number");
  await vi.waitFor(async () => {
    const seen = written;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(written).toBe(seen);
  }, 20_000);
  expect(written).toBeLessThan(ENDLESS / 4);
});

test("an error is a failure, and so is an address that may not be asked", async () => {
  expect(await probe("/broken")).toBeNull();
  vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "");
  expect(await probe("/broken")).toBeNull();
});
