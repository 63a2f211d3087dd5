import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createFetchConnector } from "@/connectors/src/adapters/fetch/index";
import { db, disconnectDb } from "@/lib/db/client";
import { writePublishedCustomer } from "@/lib/line/commands/published";
import { NO_THEMES } from "@/lib/line/commands/published-themes";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createWebhook } from "@/lib/services/sites/webhook/create";
import { newApiKey } from "@/test/api-server";
import { createCustomerWithSale } from "@/test/customer";
import { testDatabaseUrl } from "@/test/database";
import { OtlpReceiver } from "@/test/otlp-receiver";
import { ownRedis } from "@/test/redis-members";
import { installationSettings, StanchionProcess } from "@/test/stanchion-process";
import { WebhookReceiver } from "@/test/webhook-receiver";
import { buildServers } from "@/tools/stack/build";
import { findFreePorts } from "@/tools/stack/ports";

const servers = await ownRedis();
const running: StanchionProcess[] = [];
const EVENTUALLY = { timeout: 60_000, interval: 200 };
const SITE = { customerId: "tracedsite", apiKey: "stn_pull" } as const;
const CALLERS_TRACE = "0af7651916cd43dd8448eb211c80319c";

let redisUrl = "";
let redis: Redis;
let context: ServiceContext;
let collector: OtlpReceiver;
let endpoint = "";

beforeAll(async () => {
  await buildServers();
  redisUrl = (await servers.start({ "min-replicas-to-write": "0" })).url;
  redis = connectRedis(redisUrl);
  await waitForRedis(redis, 10_000);
});
afterAll(async () => {
  redis.disconnect();
  await servers.close();
  await disconnectDb();
});
beforeEach(async () => {
  context = await createCustomerWithSale();
  collector = new OtlpReceiver();
  endpoint = await collector.start();
});
afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all(running.splice(0).map(({ ended }) => ended));
  collector.stop();
  await db().webhookEndpoint.deleteMany({ where: { customerId: context.customer.id } });
});

async function start(name: string, words: string, own: Readonly<Record<string, string>>) {
  const program = new StanchionProcess([name], {
    ...installationSettings(testDatabaseUrl(), redisUrl),
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: "200" },
    ...{ OTEL_EXPORTER_OTLP_PROTOCOL: "http/json", ALLOWED_PRIVATE_HOSTS: "127.0.0.1" },
    ...own,
  });
  running.push(program);
  await program.says(words);
  return program;
}

async function startApi(own: Readonly<Record<string, string>> = {}) {
  const { api: port } = await findFreePorts();
  await start("api", "The api is listening", { API_PORT: `${port}`, ...own });
  return `http://127.0.0.1:${port}/api/v1`;
}

test("a request, its outbox entry, the job that relays it and its webhook are one trace", async () => {
  const api = await startApi({ OTEL_EXPORTER_OTLP_HEADERS: "x-scope=sale" });
  await start("worker", "The worker is running.", {
    OTEL_SERVICE_NAME: "night shift",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=staging",
  });
  const receiver = new WebhookReceiver();
  const types = ["event.created" as const];
  process.env["ALLOWED_PRIVATE_HOSTS"] = "127.0.0.1";
  await createWebhook(context, { name: "Shop", url: await receiver.start(), types });
  const authorization = `Bearer ${await newApiKey(context)}`;
  const traceparent = `00-${CALLERS_TRACE}-b7ad6b7169203331-00`;
  const body = { eventId: "matinee", name: "Matinee", kind: "always-on" };
  const created = await fetch(`${api}/events`, {
    method: "POST",
    headers: { authorization, traceparent, "content-type": "application/json" },
    body: JSON.stringify({ ...body, targetUrl: "https://shop.example/" }),
  });
  expect(created.status).toBe(201);
  await expect.poll(() => receiver.received.length, EVENTUALLY).toBe(1);
  const find = (name: string, traceId?: string) =>
    collector.spans.find(
      (span) => span.name === name && span.traceId === (traceId ?? span.traceId),
    );
  await expect.poll(() => find("POST /api/v1/events"), EVENTUALLY).toBeDefined();
  const request = find("POST /api/v1/events");
  const { traceId } = request ?? {};
  await expect.poll(() => find("outbox event", traceId), EVENTUALLY).toBeDefined();
  await expect.poll(() => find("webhook", traceId), EVENTUALLY).toBeDefined();
  const verb = find("event.create");
  const [relayed, webhook] = [find("outbox event", traceId), find("webhook", traceId)];
  expect(request?.attributes).toMatchObject({
    ...{ "http.request.method": "POST", "http.response.status_code": 201 },
    ...{ "http.route": "/api/v1/events", "stanchion.operation": "createEvent" },
  });
  expect(request).toMatchObject({ service: "stanchion-api", links: [CALLERS_TRACE] });
  expect(verb).toMatchObject({ traceId, parentSpanId: request?.spanId });
  expect(Number(verb?.attributes["stanchion.postgres.statements"])).toBeGreaterThan(3);
  for (const span of [relayed, webhook]) {
    expect(span).toMatchObject({ traceId, parentSpanId: verb?.spanId, service: "night shift" });
  }
  expect(
    collector.spans.some(({ name, parentSpanId }) => {
      return name.startsWith("redis ") && parentSpanId === relayed?.spanId;
    }),
  ).toBe(true);
  expect(receiver.received[0]?.headers["traceparent"]).toBe(`00-${traceId}-${webhook?.spanId}-01`);
  expect(collector.text).toContain("staging");
  expect(collector.requests.some(({ headers }) => headers["x-scope"] === "sale")).toBe(true);
  receiver.stop();
});

/** A customer whose connector may pull. */
async function publishSite(): Promise<void> {
  const hash = createHash("sha256").update(SITE.apiKey).digest("hex");
  await writePublishedCustomer(
    redis,
    SITE.customerId,
    {
      apiKeys: [{ id: "key_1", hash, scopes: ["pull"], expiresAtMs: null }],
      ...{ secrets: [], revokedStaffLinks: [], alwaysWaitRules: [], browserRules: false },
      ...{ config: "{}", configVersion: 1, configSignature: null, configKeys: [] },
      themes: NO_THEMES,
    },
    { set: {}, remove: [] },
  );
}

/** A site whose own tracing adds a header to what its connector asks. */
async function pullAs(configUrl: string, traceparent: string): Promise<void> {
  const { customerId, apiKey } = SITE;
  const connector = createFetchConnector({
    ...{ customerId, apiKey, configUrl, secrets: ["secret"], failOpen: true },
    fetch: (url, { headers, ...request }) =>
      fetch(url, { ...request, headers: { ...headers, traceparent } }),
  });
  const pulls: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void pulls.push(work);
  await connector.handle(new Request("https://shop.example/"), async () => new Response("shop"), {
    waitUntil,
  });
  await Promise.all(pulls);
}

test("a share of visitors' requests is traced, whatever they send, and all of a connector that asks for it", async () => {
  await publishSite();
  const started = async (own: Readonly<Record<string, string>>) => {
    const { waitingRoom: port } = await findFreePorts();
    const one = { WAITING_ROOM_PORT: `${port}`, WAITING_ROOM_PROCESSES: "1", ...own };
    await start("waiting-room", "The waiting room listens", one);
    return `http://127.0.0.1:${port}`;
  };
  const traceparent = `00-${CALLERS_TRACE}-b7ad6b7169203331-01`;
  const some = await started({ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" });
  const pull = `/status/integrationconfig/secure/${SITE.customerId}`;
  for (const headers of [{ traceparent }, { traceparent, "api-key": "wrong" }])
    await fetch(`${some}${pull}`, { headers });
  await fetch(`${some}/line/nobody/nothing/status`, { headers: { traceparent } });
  await pullAs(`${some}${pull}`, traceparent);
  await expect.poll(() => collector.spans.length, EVENTUALLY).toBe(1);
  expect(await running[0]?.terminate()).toBe(0);
  expect(collector.spans).toEqual([
    expect.objectContaining({
      ...{ traceId: CALLERS_TRACE, parentSpanId: "b7ad6b7169203331" },
      name: "GET /status/integrationconfig/{c}",
      attributes: expect.objectContaining({ "http.response.status_code": 200 }),
    }),
  ]);

  const all = await started({ OTEL_TRACES_SAMPLER: "always_on" });
  await fetch(`${all}/line/nobody/nothing/status`, { headers: { traceparent } });
  await fetch(`${all}/line/nobody/nothing/1/line.json?secret=1`);
  await expect.poll(() => collector.spans.length, EVENTUALLY).toBe(3);
  const [, ...visits] = collector.spans;
  expect(visits.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
    ["GET /line/{c}/{e}/status", ""],
    ["GET /line/{c}/{e}/line.json", ""],
  ]);
  expect(visits.map(({ traceId }) => traceId)).not.toContain(CALLERS_TRACE);
});

test("protobuf is what is sent unless JSON is asked for, and a sampler is obeyed", async () => {
  const api = await startApi({ OTEL_EXPORTER_OTLP_PROTOCOL: "" });
  await fetch(`${api}/events`);
  await expect
    .poll(() => collector.requests[0]?.headers["content-type"], EVENTUALLY)
    .toBe("application/x-protobuf");
  expect(collector.text).toContain("GET /api/v1/events");
  const other = await startApi({ OTEL_TRACES_SAMPLER: "always_off" });
  const requestId = (await fetch(`${other}/events`)).headers.get("request-id");
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  const [, unsampled] = running;
  expect(await unsampled?.terminate()).toBe(0);
  expect(collector.spans).toEqual([]);
});

test("a collector that is away is told in the log, and holds up neither requests nor the end", async () => {
  collector.stop();
  const api = await startApi();
  expect((await fetch(`${api}/events`)).status).toBe(401);
  const [program] = running;
  await program?.says("Traces could not be exported.");
  expect(await program?.terminate()).toBe(0);
});
