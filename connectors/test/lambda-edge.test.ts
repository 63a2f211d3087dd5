import { afterEach, expect, test, vi } from "vitest";
import {
  createViewerRequestHandler,
  handleViewerResponse,
  type LambdaEdgeOptions,
  type ViewerRequestHandler,
} from "../src/adapters/lambda-edge/index.ts";
import { importExample } from "./bundle.ts";
import { visitCloudFront } from "./cloudfront.ts";
import { ORIGIN_COOKIE } from "./conformance/site.ts";
import { configText, freshSession, freshToken, visitWith } from "./conformance/world.ts";
import { SECRET } from "./fixtures.ts";

const OPTIONS: LambdaEdgeOptions = {
  customerId: "acme",
  secrets: [SECRET],
  failOpen: false,
  config: configText(),
};
const HANDOVER = "x-stanchion-response-headers";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

function forged(headers: readonly (readonly [string, string])[]): string {
  return encodeURIComponent(JSON.stringify(headers));
}

test("a visitor cannot write headers into a response", async () => {
  const handlers = {
    viewerRequest: createViewerRequestHandler(OPTIONS),
    viewerResponse: handleViewerResponse,
  };
  const headers = { [HANDOVER]: forged([["Set-Cookie", "evil=1"]]) };
  const answer = await visitCloudFront(handlers, "/", { headers });
  expect(answer.setCookies).toEqual([ORIGIN_COOKIE]);
});

test("where the first function is missing, the header sets cookies and marks, nothing else", async () => {
  const response = { status: "200", headers: {} };
  const value = forged([
    ["Location", "https://evil.example/"],
    ["set-cookie", "a=1"],
  ]);
  const request = {
    clientIp: "203.0.113.1",
    method: "GET",
    uri: "/",
    querystring: "",
    headers: { [HANDOVER]: [{ value }] },
  };
  const answer = await handleViewerResponse({ Records: [{ cf: { request, response } }] });
  expect(Object.keys(answer.headers)).toEqual(["cache-control", "set-cookie"]);
});

test("a host that looks like a path does not get past a rule for the path", async () => {
  const handler = createViewerRequestHandler({ ...OPTIONS, onProblem: () => undefined });
  for (const value of ["shop.example?", "shop.example/tickets/faq?", "#"]) {
    const headers = { host: [{ key: "Host", value }] };
    const facts = { clientIp: "203.0.113.1", method: "GET", uri: "/tickets", querystring: "" };
    const result = await handler({ Records: [{ cf: { request: { ...facts, headers } } }] });
    // Sent to the line, or refused where it is no host at all.
    expect(["302", "400"]).toContain(Object(result).status);
  }
});

test("the body is read where CloudFront includes it", async () => {
  const onDecision = vi.fn();
  const handler = createViewerRequestHandler({ ...OPTIONS, onDecision });
  const body = { data: Buffer.from("order=ä").toString("base64"), encoding: "base64" } as const;
  const headers = { host: [{ key: "Host", value: "shop.example" }] };
  const facts = { clientIp: "203.0.113.1", method: "POST", uri: "/", querystring: "" };
  await handler({ Records: [{ cf: { request: { ...facts, headers, body } } }] });
  expect(onDecision.mock.calls[0]?.[1]).toMatchObject({ body: "order=ä" });
});

test("a request waits for the pull that it starts, and a failed one takes nothing away", async () => {
  const fetch = vi.fn(async () => new Response(configText({ Version: 8 })));
  const asked = { apiKey: "key-1", configUrl: "https://room.example/config", fetch };
  const pulled = { ...OPTIONS, ...asked, onProblem: () => undefined };
  const handlers = {
    viewerRequest: createViewerRequestHandler({ ...pulled, pullIntervalSeconds: 0.1 }),
    viewerResponse: handleViewerResponse,
  };
  const versions = async (): Promise<string | null> => {
    const { header } = await visitCloudFront(handlers, "/tickets", {});
    return new URL(header("location") ?? "").searchParams.get("cver");
  };
  expect(await versions()).toBe("8");
  fetch.mockRejectedValue(new Error("The network is down"));
  await vi.waitUntil(async () => (await versions()) === "8" && fetch.mock.calls.length > 1);
});

test("the longest address that CloudFront takes leads to the queue, within its limits", async () => {
  const handlers = {
    viewerRequest: createViewerRequestHandler(OPTIONS),
    viewerResponse: handleViewerResponse,
  };
  const path = `/tickets?q=${"a".repeat(8100)}`;
  expect((await visitCloudFront(handlers, path, {})).status).toBe(302);
  const { headers = {} } = visitWith({ sale: freshSession() });
  expect((await visitCloudFront(handlers, path, { headers })).body).toBe("origin");
});

test("the example of the documentation protects a distribution", async () => {
  vi.stubEnv("STANCHION_SECRET", SECRET);
  vi.stubEnv("STANCHION_API_KEY", "key-1");
  vi.stubGlobal("fetch", async () => new Response(configText()));
  const example = await importExample("lambda-edge");
  const handlers = {
    // The page exports them under these names.
    viewerRequest: example["viewerRequest"] as ViewerRequestHandler,
    viewerResponse: example["viewerResponse"] as typeof handleViewerResponse,
  };
  const waiting = await visitCloudFront(handlers, "/tickets", {});
  expect(waiting.header("location")).toMatch(/^https:\/\/room\.example\/\?c=acme/);
  const token = `/tickets?queueittoken=${freshToken()}`;
  const admitted = await visitCloudFront(handlers, token, {});
  expect(admitted.header("location")).toBe("https://shop.example/tickets");
});
