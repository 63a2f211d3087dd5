import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createWebhook } from "@/lib/services/sites/webhook/create";
import { newApiKey } from "@/test/api-server";
import { createCustomerWithSale } from "@/test/customer";
import { testDatabaseUrl } from "@/test/database";
import { openTestEvent } from "@/test/line";
import { OtlpReceiver } from "@/test/otlp-receiver";
import { ownRedis } from "@/test/redis-members";
import { installationSettings, StanchionProcess } from "@/test/stanchion-process";
import { freePort } from "@/tools/shared/serve";
import { buildConsole, buildServers } from "@/tools/stack/build";
import { findFreePorts } from "@/tools/stack/ports";
import { queryPostgres } from "@/tools/stack/postgres";

/** What somebody sends of themselves: none of it may be found in a log or a span. */
const PLANTED = {
  address: "203.0.113.77",
  email: "planted.person@example.org",
  name: "Planted Person",
  cookie: "plantedcookievalue",
  apiKey: "stn_plantedapikeyplantedapikey",
  password: "planted-password-1",
  queueToken: "plantedqueueittoken",
  enqueueToken: "plantedenqueuetoken",
  code: "PLANTED-CODE-1234",
  secretOfHook: "plantedhooksecret",
} as const;
const FORM = "application/x-www-form-urlencoded";
const EVENTUALLY = { timeout: 60_000, interval: 200 };

const servers = await ownRedis();
const collector = new OtlpReceiver();
const running: StanchionProcess[] = [];
let redis: Redis;
let settings: Readonly<Record<string, string>>;
let context: ServiceContext;
let constraint = "";

beforeAll(async () => {
  await buildServers();
  await buildConsole();
  const { url } = await servers.start({ "min-replicas-to-write": "0" });
  redis = connectRedis(url);
  await waitForRedis(redis, 10_000);
  context = await createCustomerWithSale();
  settings = {
    ...installationSettings(testDatabaseUrl(), url),
    ...{ TRUSTED_PROXIES: "1", ALLOWED_PRIVATE_HOSTS: "127.0.0.1", WAITING_ROOM_PROCESSES: "1" },
    ...{ SMTP_URL: `smtp://${PLANTED.password}:x@127.0.0.1:${await freePort()}`, SIGN_UP: "open" },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(), OTEL_BSP_SCHEDULE_DELAY: "200" },
    ...{ OTEL_EXPORTER_OTLP_PROTOCOL: "http/json", OTEL_TRACES_SAMPLER: "always_on" },
  };
  constraint = `planted_${createHash("sha256").update(context.customer.id).digest("hex").slice(0, 8)}`;
}, 900_000);

afterAll(async () => {
  await queryPostgres(
    testDatabaseUrl(),
    `ALTER TABLE "AuditEntry" DROP CONSTRAINT IF EXISTS ${constraint}`,
  );
  for (const { child } of running) child.kill("SIGKILL");
  collector.stop();
  redis.disconnect();
  await servers.close();
  await disconnectDb();
});

async function start(name: string, words: string, own: Readonly<Record<string, string>> = {}) {
  const program = new StanchionProcess([name], { ...settings, ...own });
  running.push(program);
  await program.says(words);
}

const QUERY = new URLSearchParams({
  ...{ email: PLANTED.email, queueittoken: PLANTED.queueToken, enqueuetoken: PLANTED.enqueueToken },
  ...{ code: PLANTED.code, key: PLANTED.apiKey },
}).toString();

/** Everything that can be sent, at once. */
async function send(url: string, own: RequestInit = {}): Promise<number> {
  const { status } = await fetch(`${url}${url.includes("?") ? "&" : "?"}${QUERY}`, {
    redirect: "manual",
    ...own,
    headers: {
      "x-forwarded-for": PLANTED.address,
      "user-agent": PLANTED.name,
      cookie: `stanchion-sign-in=${PLANTED.cookie}; __Host-stanchion-sign-in=${PLANTED.cookie}; other=${PLANTED.cookie}`,
      ...{ authorization: `Bearer ${PLANTED.apiKey}`, "api-key": PLANTED.apiKey },
      referer: `https://shop.example/?${QUERY}`,
      ...own.headers,
    },
  });
  return status;
}

const posted = (fields: Readonly<Record<string, string>>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams({ ...fields, ...Object.fromEntries(new URLSearchParams(QUERY)) }),
  headers: { "content-type": FORM },
});

/** Visitors, first of a line that works and then of one that Redis cannot read. */
async function visit(): Promise<void> {
  const { waitingRoom: port } = await findFreePorts();
  await start("waiting-room", "The waiting room listens", { WAITING_ROOM_PORT: `${port}` });
  const room = `http://127.0.0.1:${port}`;
  const event = await openTestEvent(redis, { queueAll: true });
  const { customerId, eventId } = event;
  const line = `${room}/line/${customerId}/${eventId}`;
  const all = async () => {
    await send(`${room}/?c=${customerId}&e=${eventId}&t=https://shop.example/`);
    await send(`${line}/join`, posted({ joinId: "abcdefghijklmnopqrstuv" }));
    await send(`${line}/enter`, posted({ claim: "abcdefghijklmnopqrstuv" }));
    await send(`${line}/code`);
    await send(`${line}/move`, posted({ code: PLANTED.code }));
    await send(`${room}/status/integrationconfig/secure/${customerId}`);
    await send(`${room}/${PLANTED.email}/%zz`);
    const body = JSON.stringify({ userId: PLANTED.email });
    const own = { method: "POST", body, headers: { "content-type": "application/json" } };
    await send(`${room}/api/mobileapp/queue/${customerId}/${eventId}/enqueue`, own);
  };
  await all();
  const { line: key } = eventKeys(event);
  await redis.multi().del(key).set(key, "no hash").exec();
  await all();
}

/** People and programs, whose changes Postgres refuses with an error that names what was to be stored. */
async function operate(): Promise<void> {
  const ports = await findFreePorts();
  await start("api", "The api is listening", { API_PORT: `${ports.api}` });
  await start("console", "The console is listening", { CONSOLE_PORT: `${ports.console}` });
  const authorization = `Bearer ${await newApiKey(context)}`;
  await queryPostgres(
    testDatabaseUrl(),
    `ALTER TABLE "AuditEntry" ADD CONSTRAINT ${constraint} CHECK ("customerId" <> '${context.customer.id}') NOT VALID`,
  );
  const body = JSON.stringify({ email: PLANTED.email, role: "viewer" });
  const headers = { authorization, "content-type": "application/json" };
  for (const port of [ports.api, ports.console]) {
    const api = `http://127.0.0.1:${port}/api/v1`;
    await send(`${api}/events`);
    await send(`${api}/members`, { headers });
    const answer = await fetch(`${api}/invitations`, { method: "POST", body, headers });
    expect(answer.status).toBe(500);
    const requestId = answer.headers.get("request-id");
    const line = () => running.flatMap(({ log }) => log).find((one) => one.requestId === requestId);
    await expect.poll(line, EVENTUALLY).toMatchObject({
      msg: "A request failed.",
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  }
  const site = `http://127.0.0.1:${ports.console}`;
  for (const page of ["/", "/sign-in", "/events/sale", `/${PLANTED.email}`, "/%zz"]) {
    await send(`${site}${page}`);
  }
  const signIn = posted({ email: PLANTED.email, password: PLANTED.password, csrfToken: "none" });
  await send(`${site}/api/auth/callback/credentials`, signIn);
  await send(`${site}/api/auth/callback/${PLANTED.cookie}`, signIn);
  await send(`${site}/sign-in`, { ...signIn, headers: { "next-action": PLANTED.cookie } });
}

const aroundIn = (text: string, value: string) =>
  text.slice(Math.max(0, text.indexOf(value) - 200), text.indexOf(value) + 200);

test("nothing of what people send is in a log or a span, also where it fails", {
  timeout: 300_000,
}, async () => {
  const url = `http://127.0.0.1:${await freePort()}/${PLANTED.secretOfHook}?key=${PLANTED.secretOfHook}`;
  process.env["ALLOWED_PRIVATE_HOSTS"] = "127.0.0.1";
  await createWebhook(context, { name: PLANTED.name, url });
  await start("worker", "The worker is running.");
  await visit();
  await operate();
  const seen = (words: string) => collector.spans.some(({ name }) => name.startsWith(words));
  for (const name of ["GET /line/", "POST /api/v1/invitations", "GET /sign-in", "outbox "])
    await expect.poll(() => seen(name), EVENTUALLY).toBe(true);
  await Promise.all(running.map((program) => program.terminate()));
  const lines = running.flatMap(({ log }) => log);
  // Docs say so: who signs in from where.
  const told = lines.map((line) =>
    JSON.stringify(line.name === "security" ? { ...line, from: "" } : line),
  );
  expect(told.some((line) => line.includes("WRONGTYPE"))).toBe(true);
  const everything = [...told, ...running.map(({ notes }) => notes), collector.text];
  const found = Object.values(PLANTED).flatMap((value) =>
    [value, encodeURIComponent(value)].flatMap((text) =>
      everything.filter((one) => one.includes(text)).map((one) => aroundIn(one, text)),
    ),
  );
  expect(found).toEqual([]);
});
