import { setTimeout as delay } from "node:timers/promises";
import { REQUESTS_PER_MINUTE } from "@/lib/api/limits";
import { OPERATIONS } from "@/lib/api/registry";
import { disconnectDb } from "@/lib/db/client";
import { PERMISSIONS } from "@/lib/domain/permissions/roles";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { type Fixture, keyOf, newFixture, prepareExample } from "@/tools/api/fixture";
import type { Figures } from "@/tools/shared/bars";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { projectPath } from "@/tools/stack/paths";
import { findFreePorts } from "@/tools/stack/ports";
import { Supervisor } from "@/tools/stack/processes";
import { say } from "@/tools/stack/run-command";
import { answersOk } from "@/tools/stack/services";
import type { Stack } from "@/tools/stack/stack";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import { get } from "../console/pages";
import { startSessions } from "../console/viewers";
import type { Benchmark } from "../harness/benchmark";
import { measureLoad, type ServerTarget } from "../harness/loads";
import { alternate, figuresIn, median, medianRatio, percentile } from "../harness/medians";
import { withSystem } from "../harness/whole-system";

const CUSTOMERS = 8;
const PATH = "/api/v1/events/springsale";
const ROUNDS = 7;
const ROUND_SECONDS = 3;
const PAGES_IN_A_ROUND = 60;
/** As many keys as a customer may use up at once. */
const FLOODING_KEYS = 5;
/** So often what was counted of the keys is forgotten: else the limit would be all that is measured. */
const FORGET_MS = 250;

/** The API as a process of its own, and what the console feels of it. */
export const apiBench: Benchmark = {
  about: "reading an event through the API, and the console while the API is flooded",
  measure: () =>
    withSystem(["waiting-room", "worker", "console", "api"], async (stack, databaseUrl) => {
      Object.assign(process.env, stack.env);
      const baseUrl = `http://127.0.0.1:${stack.ports.api}`;
      const customers = await Promise.all(
        Array.from({ length: CUSTOMERS }, () => newReader(baseUrl)),
      );
      try {
        const reads = await measureReads(stack, customers);
        return { ...reads, ...(await measurePage(stack, databaseUrl, customers)) };
      } finally {
        disconnectLineRedis();
        await disconnectDb();
      }
    }),
};

async function newReader(baseUrl: string): Promise<Fixture> {
  const fixture = await newFixture();
  for (const operation of OPERATIONS) {
    if (operation.id === "getEvent") await prepareExample(baseUrl, fixture, operation);
  }
  return fixture;
}

async function measureReads(stack: Stack, customers: readonly Fixture[]): Promise<Figures> {
  const requests = customers.map(
    ({ key }) => `GET ${PATH} HTTP/1.1\r\nHost: api\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  );
  const processId = stack.processId("api") ?? 0;
  const api: ServerTarget = { name: "api", port: stack.ports.api, processId, requests };
  const hello = await startHello(requests);
  const forgetting = new AbortController();
  const forgotten = forgetCounts(customers, forgetting.signal);
  say("Reading events as fast as they are answered, in turn with a server that says hello");
  await measureLoad(api, ROUND_SECONDS);
  const measured = await alternate(ROUNDS, {
    api: () => measureLoad(api, ROUND_SECONDS),
    hello: () => measureLoad(hello.target, ROUND_SECONDS),
  }).finally(hello.stop);
  forgetting.abort();
  await forgotten;
  const [ours, theirs] = [measured.api, measured.hello].map((one) => figuresIn(one, "perSecond"));
  const readsPerSecond = Math.round(median(ours ?? []));
  const readsPerSecondOverHello = medianRatio(ours ?? [], theirs ?? []);
  say(`${readsPerSecond} a second, ${readsPerSecondOverHello} of it`);
  return { readsPerSecondOverHello, readsPerSecond };
}

async function startHello(requests: readonly string[]) {
  const { api: port } = await findFreePorts();
  const supervisor = new Supervisor(await temporaryDirectory("stanchion-hello-"));
  const args = ["--import", "tsx", projectPath("tools/bench/api/hello-server.ts"), `${port}`];
  const env = { ...process.env, NODE_ENV: "production" };
  supervisor.run({ name: "hello", command: process.execPath, args, env, tier: 2 });
  await supervisor.waitUntilReady("hello", () => answersOk(port, "/"));
  const processId = supervisor.processId("hello") ?? 0;
  const target: ServerTarget = { name: "hello", port, processId, requests };
  return { target, stop: () => supervisor.close() };
}

async function forgetCounts(customers: readonly Fixture[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await readFromLine(async (redis) => {
      for (const { context } of customers) {
        const keys = await redis.keys(`wr:{${context.customer.wireId}}:api-requests:*`);
        if (keys.length > 0) await redis.del(keys);
      }
    });
    await delay(FORGET_MS, null, { signal }).catch(() => undefined);
  }
}

async function measurePage(stack: Stack, databaseUrl: string, [flooding]: readonly Fixture[]) {
  if (flooding === undefined) throw new Error("There is no customer.");
  const secret = stack.env["NEXTAUTH_SECRET"] ?? "";
  const [cookie = ""] = await startSessions(databaseUrl, secret, 1);
  const page = new URL("/events", stack.urls.console);
  const load = async () => {
    const times: number[] = [];
    for (let loaded = 0; loaded < PAGES_IN_A_ROUND; loaded += 1) {
      const startedMs = performance.now();
      await get(page, { cookie, accept: "text/html" });
      times.push(performance.now() - startedMs);
    }
    return { p95: percentile(times, 0.95) };
  };
  say("Asking for a page of the console, in turn with and without a flood of the API");
  await load();
  const reads: number[] = [];
  const measured = await alternate(ROUNDS, {
    undisturbed: load,
    flooded: async () => {
      const flood = await startFlood(stack, flooding, reads);
      return load().finally(flood.stop);
    },
  });
  const [quiet, flooded] = [measured.undisturbed, measured.flooded];
  const consolePageP95Ratio = medianRatio(figuresIn(flooded, "p95"), figuresIn(quiet, "p95"));
  return { p95Ms: percentile(reads, 0.95), consolePageP95Ratio };
}

/** A customer reads as much as all its keys together may. */
async function startFlood({ ports }: Stack, fixture: Fixture, reads: number[]) {
  const home = new AbortController();
  const { context } = fixture;
  const keys = await Promise.all(
    Array.from({ length: FLOODING_KEYS }, () => keyOf({ context, keys: new Map() }, PERMISSIONS)),
  );
  const everyMs = 60_000 / REQUESTS_PER_MINUTE.read;
  const url = new URL(PATH, `http://127.0.0.1:${ports.api}`);
  const readers = keys.map(async (key, index) => {
    await delay((everyMs * index) / keys.length);
    while (!home.signal.aborted) {
      const startedMs = performance.now();
      await get(url, { authorization: `Bearer ${key}` });
      reads.push(performance.now() - startedMs);
      await delay(Math.max(0, everyMs - (performance.now() - startedMs)));
    }
  });
  return {
    stop: async () => {
      home.abort();
      await Promise.all(readers);
    },
  };
}
