import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { packHeaders, unpackHeaders } from "../src/adapters/akamai/handover.ts";
import { createEdgeWorker, type EdgeWorkerRequest } from "../src/adapters/akamai/index.ts";
import type { Header } from "../src/host/index.ts";
import { bundle, exampleOf } from "./bundle.ts";
import {
  configText,
  freshSession,
  freshToken,
  startWaitingRoom,
  visitWith,
} from "./conformance/world.ts";
import { FOR_EDGEWORKERS, runEdgeWorker } from "./edgeworkers.ts";
import { SECRET } from "./fixtures.ts";

const OPTIONS = { customerId: "acme", secrets: [SECRET], failOpen: false } as const;
const MAX_GZIP_BYTES = 16_000;
const REQUEST: Omit<EdgeWorkerRequest, "respondWith"> = {
  host: "shop.example",
  scheme: "https",
  method: "GET",
  url: "/tickets",
  clientIp: "203.0.113.1",
  getHeader: () => null,
  getVariable: () => undefined,
  setVariable: () => undefined,
};

/** The example of the documentation with a site's own values. */
async function programOf(configUrl: string): Promise<string> {
  const program = (await exampleOf("akamai"))
    .replace(/const SECRET = .*;/, `const SECRET = "${SECRET}";`)
    .replace(/https:\/\/shop\.example\/stanchion\/config/, configUrl);
  return bundle({ program }, FOR_EDGEWORKERS);
}

test("the example of the documentation protects a property", async () => {
  const room = await startWaitingRoom();
  try {
    const { visit } = runEdgeWorker(await programOf(room.configUrl));
    const waiting = await visit("/tickets");
    expect(waiting.header("location")).toMatch(/^https:\/\/room\.example\/\?c=acme/);
    const admitted = await visit(`/tickets?queueittoken=${freshToken()}`);
    expect(admitted.header("location")).toBe("https://shop.example/tickets");
    const inside = await visit("/tickets", visitWith({ sale: freshSession() }));
    expect([inside.body, inside.setCookies.length]).toEqual(["origin", 2]);
  } finally {
    await room.close();
  }
});

test("the bundle is small and imports nothing but the platform's own module", async () => {
  const text = await bundle(
    { program: await exampleOf("akamai") },
    { external: ["http-request"], minify: true },
  );
  const imports = [...text.matchAll(/\bfrom\s*"([^"]+)"|\bimport\s*\(?\s*"([^"]+)"|\brequire\(/g)];
  expect(imports.map(([, from, imported]) => from ?? imported)).toEqual(["http-request"]);
  expect(gzipSync(text).length).toBeLessThan(MAX_GZIP_BYTES);
});

test("headers are handed over as a whole, the first ones first, within the room there is", () => {
  const onProblem = vi.fn();
  const headers: readonly Header[] = [
    ["x-queueit-connector", "stanchion-akamai"],
    ["Set-Cookie", `a="${"x".repeat(400)}"; Path=/`],
    ["Set-Cookie", `b=${"x".repeat(400)}`],
  ];
  const all = packHeaders(headers, onProblem);
  expect(unpackHeaders(all)).toEqual(headers);
  expect(onProblem).not.toHaveBeenCalled();
  const some = packHeaders(
    [...headers, ["Set-Cookie", `queueitdebug=${"x".repeat(500)}`]],
    onProblem,
  );
  expect(unpackHeaders(some)).toEqual(headers);
  expect(some.length).toBeLessThanOrEqual(1024);
  expect(onProblem).toHaveBeenCalledOnce();
  expect([unpackHeaders(""), unpackHeaders(undefined)]).toEqual([[], []]);
});

test("an inline config needs no sub-request, and wrong options are named at the start", async () => {
  const { onClientRequest } = createEdgeWorker({ ...OPTIONS, config: configText() });
  const respondWith = vi.fn();
  const request: EdgeWorkerRequest = { ...REQUEST, respondWith };
  await onClientRequest(request);
  expect(respondWith.mock.calls[0]?.[0]).toBe(302);
  const pulled = { ...OPTIONS, apiKey: "key-1", configUrl: "https://room.example/" };
  expect(() => createEdgeWorker(pulled)).toThrow("httpRequest is missing");
  const signed = { ...OPTIONS, configPublicKeys: ["A".repeat(43)] };
  expect(() => createEdgeWorker(signed)).toThrow("configPublicKeys");
});

test("a host that looks like a path does not get past a rule for the path", async () => {
  const options = { ...OPTIONS, config: configText(), onProblem: () => undefined };
  const { onClientRequest } = createEdgeWorker(options);
  for (const host of ["shop.example?", "shop.example/tickets/faq?", "#"]) {
    const respondWith = vi.fn();
    await onClientRequest({ ...REQUEST, host, respondWith });
    // Sent to the line, or refused where it is no host at all.
    expect([302, 400]).toContain(respondWith.mock.calls[0]?.[0]);
  }
});
