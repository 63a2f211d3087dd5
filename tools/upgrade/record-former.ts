import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import { parseJson } from "@/waiting-room/client/parse-json";
import { ConsoleBrowser } from "../attack/console-browser";
import { form, newClaim } from "../shared/ask";
import { sleep, until } from "../shared/time";
import { projectPath } from "../stack/paths";
import { queryPostgres } from "../stack/postgres";
import { runCommand, say } from "../stack/run-command";
import { temporaryDirectory } from "../stack/temporary-directory";
import { type FormerSystem, startFormerSystem } from "./former-system";

/** What the former version leaves behind with people waiting, for a test that runs without that version. */
const FILE = projectPath("test/upgrade/former-line.json.gz");

const OPEN = `
  const inMinutes = (minutes) => new Date(Date.now() + minutes * 60000).toISOString().slice(0, 16);
  const times = { timeZone: "UTC", startLocal: inMinutes(30), preQueueMinutes: 60 };
  await open({ eventId: "fifo", outflowPerMinute: 120, queueAll: true });
  await open({ eventId: "capped", outflowPerMinute: 600, activeCap: 5, queueAll: true });
  await open({ eventId: "random", outflowPerMinute: 60, method: "random", queueAll: true });
  await open({ eventId: "before", kind: "scheduled", ...times });
  await open({ eventId: "drawn", kind: "scheduled", draw: { type: "drand" }, ...times });
  const lane = (key, weight) => ({ key, name: key, weight, fromRelativeQuality: null });
  const lanes = { mode: "weighted", defaultLane: "main", lanes: [lane("main", 70), lane("vip", 30)] };
  await open({ eventId: "lanes", outflowPerMinute: 120, queueAll: true, lanes });
  const { createAccessCodes } = await import("./lib/services/access-code/create.ts");
  const batch = { eventId: "lanes", name: "vip", count: 12, lane: "vip", use: { kind: "single-use" } };
  const { csv } = await createAccessCodes(context, batch);
  console.log("CODES " + JSON.stringify(csv));`;

const WAITING = { fifo: 24, capped: 12, random: 12, before: 8, drawn: 8, lanes: 8 } as const;
const ADMITTED = { fifo: 6, capped: 5, lanes: 4 } as const;
const VIPS = 6;

/** Both stores of a running former version, and who waits. */
export type RecordedLine = Awaited<ReturnType<typeof record>>;
export type RecordedVisitor = RecordedLine["visitors"][number];
/** What stands at one key of Redis. */
export type KeyValue = Awaited<ReturnType<typeof readKey>>;

const lineOf = (eventId: string) => `wr:{demo:${eventId}}:line`;

runCommand(async () => {
  const recorded = await record();
  await mkdir(dirname(FILE), { recursive: true });
  const bytes = gzipSync(JSON.stringify(recorded), { level: 9 });
  await writeFile(FILE, bytes);
  say(`${bytes.length} bytes, ${recorded.visitors.length} visitors: ${FILE}`);
  return 0;
});

async function record() {
  const directory = await temporaryDirectory("stanchion-record-");
  const system = await startFormerSystem(directory);
  await system.start("former", "worker");
  await system.start("former", "waiting-room", system.ports.waitingRoom);
  const redis = connectRedis(system.redisUrl);
  await waitForRedis(redis, 10_000);
  const output = await system.operate(OPEN);
  const codes = [...output.matchAll(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{3}/g)].map(([code]) => code);
  for (const eventId of Object.keys(WAITING))
    await until(`${eventId} stands`, async () => (await redis.exists(lineOf(eventId))) === 1);
  await sleep(1_500);
  const visitors = await everybody(system, codes);
  // Until admissions and checkpoints are in Postgres.
  await sleep(8_000);
  const recorded = {
    masterKey: system.env["MASTER_KEY"] ?? "",
    operator: { email: system.demo.email, password: system.demo.password },
    recordedAtMs: Date.now(),
    redis: await readKeys(redis),
    postgres: await readRows(system.databaseUrl),
    visitors,
    spareCodes: codes.slice(VIPS),
  };
  redis.disconnect();
  await system.close();
  return recorded;
}

type Coming = Awaited<ReturnType<typeof join>>;

async function everybody(system: FormerSystem, codes: readonly string[]) {
  const visitors: Coming[] = [];
  for (const [eventId, count] of Object.entries(WAITING))
    for (let index = 0; index < count; index += 1) visitors.push(await join(system, eventId, null));
  for (const code of codes.slice(0, VIPS)) visitors.push(await join(system, "lanes", code));
  for (const [eventId, count] of Object.entries(ADMITTED)) {
    const ofEvent = visitors.filter((one) => one.eventId === eventId && one.code === null);
    for (const one of ofEvent.slice(0, count)) await enter(one);
  }
  for (const one of visitors.filter(({ code }) => code !== null).slice(0, 2)) await enter(one);
  return visitors.map(({ browser, ...one }) => ({ ...one, cookies: cookiesOf(browser) }));
}

const cookiesOf = ({ cookies }: ConsoleBrowser) => Object.fromEntries(cookies);

async function join({ urls }: FormerSystem, eventId: string, code: string | null) {
  const [joinId, claim] = [newClaim(), newClaim()];
  const browser = new ConsoleBrowser(urls.waitingRoom);
  const one = { eventId, code, joinId, claim, browser };
  const fields = { joinId, retry: "0", ago: "0", ...(code === null ? {} : { code }) };
  const { number } = await ask(one, "join", fields);
  // Whoever is not near when the front comes by is passed.
  if (eventId in ADMITTED) await ask(one, "near", {});
  const waiting: { redirectUrl: string | null } = { redirectUrl: null };
  // What somebody might copy when it has just joined.
  return { ...one, ...waiting, number: Number(number), cookiesAtJoin: cookiesOf(browser) };
}

async function enter(one: Coming): Promise<void> {
  const isIn = async () => {
    await ask(one, "near", {});
    const { status, redirectUrl } = await ask(one, "enter", { claim: one.claim });
    one.redirectUrl = status === "admitted" ? String(redirectUrl) : null;
    return one.redirectUrl !== null;
  };
  await until(`${one.eventId} lets ${one.number} in`, isIn, 60_000);
}

async function ask(
  { browser, eventId }: Pick<Coming, "browser" | "eventId">,
  step: "join" | "near" | "enter",
  fields: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const asked = form(fields, { "sec-fetch-site": "same-origin" });
  const { status, body } = await browser.ask(`/line/demo/${eventId}/${step}`, asked);
  if (status !== 200 && status !== 409) throw new Error(`${step} of ${eventId}: ${status} ${body}`);
  return { ...Object(parseJson(body)) };
}

/** All keys but those of the worker's queues; bytes as latin-1 text. */
async function readKeys(redis: Redis) {
  const values: Record<string, KeyValue> = {};
  for (const key of (await redis.keys("wr:*")).sort()) values[key] = await readKey(redis, key);
  return values;
}

async function readKey(redis: Redis, key: string) {
  const latin = (bytes: Buffer) => bytes.toString("latin1");
  const type = await redis.type(key);
  switch (type) {
    case "string":
      return { type, value: latin((await redis.getBuffer(key)) ?? Buffer.alloc(0)) } as const;
    case "hash": {
      const flat = (await redis.callBuffer("HGETALL", key)) as Buffer[];
      return { type, members: flat.map(latin) } as const;
    }
    case "zset":
      return { type, members: await redis.zrange(key, "0", "-1", "WITHSCORES") } as const;
    case "stream":
      return { type, entries: await redis.xrange(key, "-", "+") } as const;
    default:
      throw new Error(`${key} is a ${type}.`);
  }
}

async function readRows(databaseUrl: string) {
  const { rows: tables } = await queryPostgres(
    databaseUrl,
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
  );
  const all: Record<string, unknown[]> = {};
  for (const { tablename } of tables) {
    const rowsOf = `SELECT to_json(t) AS row FROM "${tablename}" t`;
    const { rows } = await queryPostgres(databaseUrl, rowsOf);
    if (rows.length > 0) all[tablename] = rows.map(({ row }) => row);
  }
  return all;
}
