import { randomBytes, randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { afterAll, expect, test } from "vitest";
import { reportSeats } from "@/lib/line/commands/limits";
import { redeem } from "@/lib/line/commands/redemptions";
import { eventKeys, reportKeys } from "@/lib/line/keys";
import { runReport } from "@/lib/line/scripts/report";
import { countReads } from "@/tools/shared/count-reads";
import { EventLine } from "@/waiting-room/line/event-line";
import { openTestEvent } from "./line";
import { testRedisUrl } from "./redis";

/** The largest group that a process sends together. */
const GROUP = 256;
const MOST_READ = 1_000;

const redis = new Redis(testRedisUrl());
const events: Awaited<ReturnType<typeof openTestEvent>>[] = [];
afterAll(async () => {
  for (const event of events)
    await redis.unlink(...Object.values({ ...eventKeys(event), ...reportKeys(event) }));
  await redis.quit();
});

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const claim = () => randomBytes(16).toString("hex");
const fresh = () => ({ lane: 0, joinId: randomBytes(16) });

/** An event with a cap, so many joins, admissions and seats, of which half are over. */
async function openLong(length: number) {
  const settings = await openTestEvent(redis, { activeCap: length, outflowPerMinute: 60_000 });
  events.push(settings);
  const counted = new Redis(testRedisUrl());
  const reads = countReads(counted);
  const line = new EventLine(counted, settings, "node-a");
  await line.refresh();
  const joins = upTo(length).map(fresh);
  for (let from = 0; from < length; from += 4 * GROUP) {
    await Promise.all(joins.slice(from, from + 4 * GROUP).map((join) => line.join(join)));
  }
  const keys = eventKeys(settings);
  const lineTimeMs = line.lineNow();
  for (let from = 1; from <= length; from += 1_000) {
    const numbers = upTo(1_000).map((index) => from + index - 1);
    const admitted = numbers.map((n) => [n, `${lineTimeMs}:${lineTimeMs}:0:${claim()}:q${n}`]);
    await redis.hset(keys.recentEven, ...admitted.flat());
    const seats = numbers.map((n) => [lineTimeMs + (n % 2 ? -1_000 : 900_000), `q${n}`]);
    await redis.zadd(keys.seats, ...seats.flat());
  }
  await redis.setrange(keys.spent, 0, Buffer.alloc(length / 16, 255));
  await redis.setrange(keys.confirmed, 0, Buffer.alloc(length / 8, 255));
  return { settings, counted, reads, line, joins, keys };
}

type Long = Awaited<ReturnType<typeof openLong>>;

/** Everything that a visitor, a site or a process may ask, in the largest groups. */
async function askEverything({ settings, counted, line, joins, keys }: Long): Promise<void> {
  await line.refresh();
  const repeated = joins.slice(0, GROUP);
  await Promise.all(repeated.map((join) => line.join(join)));
  await Promise.all(upTo(GROUP).map(() => line.join(fresh())));
  const last = line.lane(0)?.lastNumber ?? 0;
  const held = (number: number) => ({
    lane: 0,
    number,
    rank: number,
    queueId: `q${number}`,
    claim: claim(),
  });
  await Promise.all(upTo(GROUP).map((n) => line.confirmPresence(held(last / 2 + n))));
  await line.refresh();
  await Promise.all(upTo(GROUP).map((n) => line.enter(held(n))));
  await Promise.all(upTo(GROUP).map((n) => line.enter(held(last / 2 + n))));
  const newcomer = () => line.pass({ queueId: randomUUID(), claim: claim() });
  await Promise.all(upTo(GROUP).map(newcomer));
  await Promise.all(upTo(GROUP).map((n) => line.leave(held(4_000 + 2 * n))));
  const credential = { lane: 0, queueId: randomUUID(), tokenKey: "k", tokenId: "t", codeId: "" };
  await line.joinWithCredential({ ...credential, joinId: randomBytes(16) });
  const reports = upTo(1_000).map((n) => ({ isOver: n % 2 === 1, queueId: `q${n}` }));
  await reportSeats(counted, settings, reports);
  const used = reports.map(({ queueId }) => ({ queueId, tokenHash: "0".repeat(16) }));
  await redeem(counted, settings, { instance: "a", batch: "b", used, failOpen: 0 });
  const admitted = upTo(GROUP).map((number) => ({
    ...held(number),
    admittedAtMs: line.lineNow(),
    renewals: "0",
  }));
  await runReport(counted, keys, { runId: settings.runId }, admitted);
}

const SCRIPTS = [
  "enter",
  "join",
  "join-with-right",
  "leave",
  "near",
  "pass",
  "redeem",
  "report",
  "seat-reports",
  "tick",
];

test("no call of a script reads more in a line that is ten times as long, and none a thousand elements", async () => {
  const [short, long] = [await openLong(20_000), await openLong(200_000)];
  for (const one of [short, long]) await askEverything(one);
  const [atShort, atLong] = [await short.reads.most(), await long.reads.most()];
  await Promise.all([short.counted.quit(), long.counted.quit()]);
  expect(Object.keys(atLong).sort()).toEqual(SCRIPTS);
  for (const name of SCRIPTS) {
    expect(atLong[name], name).toBeLessThanOrEqual(1.1 * (atShort[name] ?? 0));
    expect(atLong[name], name).toBeLessThanOrEqual(MOST_READ);
  }
});
