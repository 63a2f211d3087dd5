import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { LINE } from "@/lib/domain/line/rates";
import { eventKeys, reportKeys } from "@/lib/line/keys";
import { openRedis } from "@/lib/line/redis";
import { askEverything, LARGEST_GROUP } from "@/tools/shared/ask-everything";
import { countReads } from "@/tools/shared/count-reads";
import { EventLine } from "@/waiting-room/line/event-line";
import { openTestEvent, passTime, pretendLoss } from "./line";
import { testRedisUrl } from "./redis";

const MOST_READ = 1_000;
const LOSSES = 365;
/** Lines of 20,000 are opened; beside other tests on a busy machine that takes minutes. */
const LONGEST_MS = 900_000;

const redis = openRedis(testRedisUrl(), {});
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
  const counted = openRedis(testRedisUrl(), {});
  const reads = countReads(counted);
  const line = new EventLine(counted, settings, "node-a");
  await line.refresh();
  const joins = upTo(length).map(fresh);
  for (let from = 0; from < length; from += 4 * LARGEST_GROUP) {
    await Promise.all(joins.slice(from, from + 4 * LARGEST_GROUP).map((join) => line.join(join)));
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
  return { settings, redis: counted, reads, line, joinIds: joins.map(({ joinId }) => joinId) };
}

const SCRIPTS = [
  "count",
  "enter",
  "forget-minutes",
  "join",
  "join-with-right",
  "leave",
  "near",
  "pass",
  "redeem",
  "report",
  "restore-joins",
  "restore-leaves",
  "restore-move-codes",
  "restore-moves",
  "restore-rights",
  "seat-ends",
  "seat-reports",
  "tick",
];

test(`no call of a script reads more after ${LOSSES} losses, each with somebody who joined before it`, {
  timeout: LONGEST_MS,
}, async () => {
  const [calm, lossy] = [await openLong(20_000), await openLong(20_000)];
  for (const one of [calm, lossy]) {
    for (let loss = 0; loss < LOSSES; loss += 1) {
      await one.line.join(fresh());
      if (one === lossy) await pretendLoss(redis, one.settings);
      await one.line.refresh();
      await passTime(redis, one.settings, LINE.lossHoldMs + 100);
      await one.line.refresh();
    }
    // The worker stores figures by minute and has them forgotten.
    const { minutes } = eventKeys(one.settings);
    await redis.multi().del(minutes).hset(minutes, "-", "").exec();
    await one.reads.forget();
    await askEverything(one);
  }
  const [before, after] = [await calm.reads.most(), await lossy.reads.most()];
  await Promise.all([calm.redis.quit(), lossy.redis.quit()]);
  for (const name of SCRIPTS) {
    // The fields of the line, a list of bounded length among them, and where an epoch ended.
    expect(after[name], name).toBeLessThanOrEqual(1.1 * (before[name] ?? 0) + 50);
    expect(after[name], name).toBeLessThanOrEqual(MOST_READ);
  }
});

test("no call of a script reads more in a line that is ten times as long, and none a thousand elements", {
  timeout: LONGEST_MS,
}, async () => {
  const [short, long] = [await openLong(20_000), await openLong(200_000)];
  for (const one of [short, long]) await askEverything(one);
  const [atShort, atLong] = [await short.reads.most(), await long.reads.most()];
  await Promise.all([short.redis.quit(), long.redis.quit()]);
  expect(Object.keys(atLong).sort()).toEqual(SCRIPTS);
  for (const name of SCRIPTS) {
    expect(atLong[name], name).toBeLessThanOrEqual(1.1 * (atShort[name] ?? 0));
    expect(atLong[name], name).toBeLessThanOrEqual(MOST_READ);
  }
});
