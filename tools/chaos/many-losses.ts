import { randomBytes } from "node:crypto";
import { LINE } from "@/lib/domain/line/rates";
import { readMarks } from "@/lib/line/commands/marks";
import { eventKeys } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { round } from "@/simulation/statistics";
import type { EventLine } from "@/waiting-room/line/event-line";
import { LineUnavailable } from "@/waiting-room/line/line-unavailable";
import { sleep, until } from "../shared/time";
import { lineOf, onCluster } from "./cluster";
import { percentile, takeTurns } from "./loads";
import { atPace } from "./pace";

const LOSSES = 365;
/** So many of them are restarts of Redis; of the others the line alone hears. */
const RESTARTS = 3;
/** Members of a call of `near`, and how many calls are timed. */
const GROUP = 100;
const TURNS = { count: 6, ms: 8_000 };
const MARK = 5;
const SALE = { outflowPerMinute: 60, queueAll: true } as const;

export const runManyLosses = onCluster({ rooms: 1, workers: 1 }, async ({ cluster, say }) => {
  const { redis, stack } = cluster;
  const open = (eventId: string) => cluster.open({ ...SALE, eventId });
  const lossyLine = await lineOf(redis, await open("lossysale"), "losing");
  const calmLine = await lineOf(redis, await open("calmsale"), "losing");
  const others = await open("othersale");
  const calmNumbers = await joinMany(calmLine, GROUP);
  const numbers = await joinMany(lossyLine, GROUP);
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    say("Redis is killed and starts again");
    await stack.stop("redis", "SIGKILL");
    await stack.start("redis");
    numbers.push(await joinAgain(lossyLine));
  }
  say(`The line of one event loses Redis until it was ${LOSSES} times, and one joins after each`);
  while ((lossyLine.state?.losses ?? 0) < LOSSES) numbers.push(await lose(redis, lossyLine));
  numbers.push(...(await joinMany(lossyLine, GROUP)));
  const nearMs = await timeNear(redis, lossyLine, numbers.slice(-GROUP));
  const marked = await joinAs(lossyLine, MARK);
  const marksOf = await readMarks(redis, lossyLine.settings, [{ firstIndex: marked, count: 1 }]);
  say(`A call of near takes ${nearMs} ms. Others join beside it, and beside one without losses`);
  const busyWith = (line: EventLine, held: readonly number[]) => async () =>
    atPace(20, () => sayNear(line, held));
  const { joins, othersFailed } = await takeTurns(cluster, others, TURNS, [
    busyWith(calmLine, calmNumbers),
    busyWith(lossyLine, numbers.slice(-GROUP)),
  ]);
  if (othersFailed > 0) throw new Error("Somebody else got no place.");
  const [before = Infinity, after = Infinity] = joins.map((ms) => percentile(ms, 0.95));
  return {
    nearMs,
    marksWritten: marksOf(marked) === MARK,
    joinsP95Ratio: round(after / before, 2),
    losses: lossyLine.state?.losses ?? 0,
    numbersTwice: numbers.length - new Set(numbers).size,
    joinsMeasured: joins.flat().length,
  };
});

async function joinMany(line: EventLine, count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => joinAs(line, 0)));
}

async function joinAs(line: EventLine, marks: number): Promise<number> {
  const outcome = await line.join({ lane: 0, joinId: randomBytes(16), marks });
  if (outcome.type !== "joined") throw new Error(`The line is ${outcome.type}.`);
  return outcome.number;
}

async function joinAgain(line: EventLine): Promise<number> {
  let number = 0;
  await until("the line takes joins", async () => {
    try {
      await line.refresh();
      number = await joinAs(line, 0);
    } catch (error) {
      if (!(error instanceof LineUnavailable)) await sleep(200);
    }
    return number > 0;
  });
  return number;
}

async function lose(redis: Redis, line: EventLine): Promise<number> {
  const { line: key } = eventKeys(line.settings);
  await redis.hset(key, "replid", "0".repeat(40));
  await line.refresh();
  await redis.hincrby(key, "correctionMs", LINE.lossHoldMs + 100);
  return joinAgain(line);
}

/** What Redis needs for a call that confirms a large group, on average, in milliseconds. */
async function timeNear(redis: Redis, line: EventLine, numbers: readonly number[]) {
  await sayNear(line, numbers);
  await redis.call("CONFIG", "RESETSTAT");
  for (let call = 0; call < 300; call += 1) await sayNear(line, numbers);
  const found = /cmdstat_evalsha:.*usec_per_call=([\d.]+)/.exec(await redis.info("commandstats"));
  if (found === null) throw new Error("Redis has not counted a call.");
  return round(Number(found[1]) / 1_000, 2);
}

async function sayNear(line: EventLine, numbers: readonly number[]): Promise<void> {
  await Promise.all(numbers.map((number) => line.confirmPresence({ lane: 0, number })));
}
