import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "bullmq";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { NO_CHALLENGE } from "@/lib/domain/challenge/challenge-setting";
import type { EventSettings } from "@/lib/domain/event/settings";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import { publishEvent } from "@/lib/line/commands/published";
import { notePull } from "@/lib/line/commands/pulls";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import { newId } from "@/lib/platform/ids";
import {
  METRIC_NAMES,
  type MetricName,
  metricOf,
} from "@/lib/platform/observability/metrics/catalogue";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { createTestCustomer } from "@/test/customer";
import { testDatabaseUrl } from "@/test/database";
import { openTestEvent } from "@/test/line";
import { ownRedis } from "@/test/redis-members";
import { installationSettings, StanchionProcess } from "@/test/stanchion-process";
import { callOn } from "@/test/waiting-room";
import { CUSTOMER_ID, publishCustomer } from "@/tools/bench/harness/events";
import { requireDebianProgram } from "@/tools/deploy-files/debian-program";
import { freePort } from "@/tools/shared/serve";
import { buildServers } from "@/tools/stack/build";
import { findFreePorts } from "@/tools/stack/ports";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import { QUEUES } from "@/workers/queues";

/** What no crowd can move: it changes with an upgrade. */
const CONSTANT: readonly MetricName[] = ["stanchion_build_info"];
/** What moves when a process is replaced. */
const OF_A_LOSS: readonly MetricName[] = [
  "stanchion_waiting_room_processes",
  "process_start_time_seconds",
];
/** Longer than a source may take to answer a scrape. */
const PAUSED_MS = 7_000;
/** More than a worker does between two scrapes. */
const JOBS = 5_000;
const EVENTUALLY = { timeout: 60_000, interval: 500 };

const servers = await ownRedis();
const running: StanchionProcess[] = [];
let redis: Redis;
let redisUrl = "";
let directory = "";
let prometheus: ChildProcess | undefined;
let prometheusPort = 0;
let roomPort = 0;
let apiPort = 0;
let metricsPort = 0;

beforeAll(async () => {
  await buildServers();
  directory = await temporaryDirectory("stanchion-prometheus-");
  redisUrl = (await servers.start({ "min-replicas-to-write": "0" })).url;
  redis = connectRedis(redisUrl);
  await waitForRedis(redis, 10_000);
  const { waitingRoom, api } = await findFreePorts();
  [roomPort, apiPort] = [waitingRoom, api];
  metricsPort = 20_000 + Math.floor(Math.random() * 20_000);
  const shared = {
    ...installationSettings(testDatabaseUrl(), redisUrl),
    ...{ METRICS_LISTEN: `127.0.0.1:${metricsPort}`, METRICS_EVENTS: "5" },
    ...{ WAITING_ROOM_PORT: `${roomPort}`, WAITING_ROOM_PROCESSES: "2", API_PORT: `${apiPort}` },
  };
  for (const [name, words] of [
    ["waiting-room", "processes listen"],
    ["worker", "The worker is running."],
    ["api", "The api is listening"],
  ] as const) {
    const program = new StanchionProcess([name], shared);
    running.push(program);
    await program.says(words);
  }
  await startPrometheus();
});

afterAll(async () => {
  prometheus?.kill("SIGKILL");
  for (const { child } of running) child.kill("SIGTERM");
  await Promise.all(running.map(({ ended }) => ended));
  redis.disconnect();
  await servers.close();
  rmSync(directory, { recursive: true, force: true });
});

async function startPrometheus(): Promise<void> {
  prometheusPort = await freePort();
  const targets = [0, 2, 3].map((above) => `127.0.0.1:${metricsPort + above}`);
  const config = {
    global: { scrape_interval: "2s", scrape_timeout: "2s" },
    scrape_configs: [{ job_name: "stanchion", static_configs: [{ targets }] }],
  };
  const file = join(directory, "prometheus.yaml");
  writeFileSync(file, JSON.stringify(config));
  prometheus = spawn(requireDebianProgram("prometheus"), [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(directory, "data")}`,
    `--web.listen-address=127.0.0.1:${prometheusPort}`,
  ]);
}

/** The one value of a query; null where there is no series. */
async function answerTo(query: string): Promise<number | null> {
  const url = `http://127.0.0.1:${prometheusPort}/api/v1/query?query=${encodeURIComponent(query)}`;
  const answer = await fetch(url)
    .then((response) => response.json())
    .catch(() => null);
  const value = answer?.data?.result?.[0]?.value?.[1];
  return value === undefined ? null : Number(value);
}

/** Whether a counter has counted, or a gauge has shown two values. */
async function hasMoved(name: MetricName): Promise<boolean> {
  const { type } = metricOf(name);
  if (type === "gauge") return ((await answerTo(`max(changes(${name}[10m]))`)) ?? 0) > 0;
  const counter = type === "histogram" ? `${name}_count` : name;
  // What a process has counted is over with it.
  return ((await answerTo(`max(max_over_time(${counter}[10m]))`)) ?? 0) > 0;
}

/** Those of the metrics that have not moved yet. */
async function unmoved(wanted: readonly MetricName[]): Promise<readonly MetricName[]> {
  const moved = await Promise.all(wanted.map(hasMoved));
  return wanted.filter((_, index) => moved[index] !== true);
}

/** Kills a process of the waiting room; its keeper starts another. */
function killRoomProcess(): void {
  const keeper = running[0]?.child.pid ?? 0;
  const [first = ""] = readFileSync(`/proc/${keeper}/task/${keeper}/children`, "utf8").split(" ");
  // Between two there may be none: 0 would be this process and all of its group.
  if (first !== "") process.kill(Number(first), "SIGKILL");
}

const call = callOn(() => roomPort);
const open = (own: Partial<EventSettings>) =>
  openTestEvent(redis, { customerId: CUSTOMER_ID, ...own });
const joinId = () => crypto.randomUUID().replaceAll("-", "").slice(0, 22);
const joinLine = ({ customerId, eventId }: EventSettings) =>
  call("POST", `/line/${customerId}/${eventId}/join`, { form: { joinId: joinId() } });

const arriveAt = ({ customerId, eventId }: EventSettings) =>
  call("GET", `/?c=${customerId}&e=${eventId}`);

/** Visitors of every kind: they wait, are admitted at once, turned away and challenged. */
async function visit(): Promise<Record<"busy" | "free", EventSettings>> {
  await publishCustomer(redis, masterKeysFromEnvironment()[0]);
  const busy = await open({ queueAll: true });
  const small = await open({ queueAll: true, lineLimit: 1 });
  const guarded = await open({
    softBlock: true,
    protection: { ...UNPROTECTED, challenge: { ...NO_CHALLENGE, difficulty: 8 } },
  });
  const free = await open({});
  const others = await Promise.all([open({}), open({})]);
  for (let visitor = 0; visitor < 30; visitor += 1) {
    await arriveAt(free);
    for (const event of [busy, small, guarded, ...others]) await joinLine(event);
  }
  await call("GET", `/line/${CUSTOMER_ID}/${busy.eventId}/1/line.json`);
  await fetch(`http://127.0.0.1:${apiPort}/api/v1/events`);
  return { busy, free };
}

/** A message that no worker takes up: it stands in no stream. */
async function waitForWebhook(customerId: string): Promise<void> {
  const webhook = { id: newId("webhookEndpoint"), customerId, name: "Shop", sealed: "" };
  await db().webhookEndpoint.create({ data: { ...webhook, url: "https://shop.example/" } });
  const { seq } = await db().domainEvent.create({
    data: {
      ...{ id: newId("domainEvent"), customerId, type: "event.resumed", summary: "Resumed" },
      ...{ doneBy: {}, data: {}, plannedAt: new Date() },
    },
  });
  const delivery = { endpointId: webhook.id, key: "", domainEventSeq: seq };
  await db().webhookDelivery.create({ data: delivery });
}

test("a real Prometheus sees every metric of the table move", { timeout: 240_000 }, async () => {
  await expect.poll(() => answerTo("min(up)"), EVENTUALLY).toBe(1);
  const { customer } = await createTestCustomer();
  const pull = { connector: "@stanchion/connector-node/1.0.0", runtime: null, keyIds: null };
  const note = (instance: string) =>
    notePull(redis, customer.wireId, {
      ...{ ...pull, configVersion: null, instance, apiKeyId: "key_1" },
      ...{ network: "203.0.113.0/24", servedVersion: 1, origin: instance },
    });
  await note("first");
  const { busy, free } = await visit();
  await expect.poll(() => answerTo("stanchion_connectors{version!='other'}"), EVENTUALLY).toBe(1);
  await note("second");
  // Only what a scrape has seen before can be seen to change.
  for (const { eventId } of [busy, free]) {
    const isOpen = `max(stanchion_line_open{event="${CUSTOMER_ID}/${eventId}"})`;
    await expect.poll(() => answerTo(isOpen), EVENTUALLY).toBe(1);
  }
  await arriveAt(free);
  const paused = { ...busy, version: 2, paused: true, outflowPerMinute: 60 };
  await publishEvent(redis, paused, null);

  const postgres = new pg.Client({ connectionString: testDatabaseUrl() });
  await postgres.connect();
  await db().outboxEntry.create({
    data: { customerId: customer.id, topic: "customer.changed", subjectId: customer.id },
  });
  await waitForWebhook(customer.id);
  await postgres.query('BEGIN; LOCK TABLE "OutboxEntry" IN EXCLUSIVE MODE');
  const queue = new Queue(QUEUES.outside, {
    connection: { url: redisUrl },
    prefix: "{stanchion}",
  });
  await queue.addBulk(
    Array.from({ length: JOBS }, () => ({
      name: "none",
      data: {},
      opts: { removeOnComplete: true },
    })),
  );
  await queue.close();
  await redis.call("CLIENT", "PAUSE", `${PAUSED_MS}`);
  await new Promise((resolve) => setTimeout(resolve, PAUSED_MS));
  await postgres.end();

  // The first loss takes the lines with it that only this process has in memory.
  const rest = METRIC_NAMES.filter((name) => ![...CONSTANT, ...OF_A_LOSS].includes(name));
  await expect.poll(() => unmoved(rest), EVENTUALLY).toEqual([]);
  // A process may be back before a scrape sees that it was gone.
  await expect
    .poll(
      () => {
        killRoomProcess();
        return unmoved(OF_A_LOSS);
      },
      { timeout: 60_000, interval: 5_000 },
    )
    .toEqual([]);
});
