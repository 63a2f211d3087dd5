import { randomBytes } from "node:crypto";
import { LINE } from "@/lib/domain/line/rates";
import { readMarks } from "@/lib/line/commands/marks";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import type { EventLine } from "@/waiting-room/line/event-line";
import { LineUnavailable } from "@/waiting-room/line/line-unavailable";
import { sleep, until } from "../shared/time";
import type { Cluster } from "./cluster";
import { inviteGuests } from "./guests";
import { lineOf } from "./line-of";
import { percentile } from "./neighbour-figures";
import { atPace, joinOnce } from "./neighbour-load";
import { onCluster, type Stage } from "./on-cluster";

const LOSSES = 365;
/** So many of them are restarts of Redis; of the others the line alone hears. */
const RESTARTS = 3;
/** Members of a call of `near`, and how many calls are timed. */
const GROUP = 100;
const CALLS = 300;
const OTHERS_PER_SECOND = 20;
/** Looked at in turns, so that what else the machine does falls on both. */
const TURNS = { count: 6, ms: 8_000 };
const NEAR_PER_SECOND = 20;
const MARK = 5;
const SALE = { outflowPerMinute: 60, queueAll: true } as const;

/** Redis is lost as often in one run as there are days in a year: what it costs that event, and those of others. */
export const runManyLosses = onCluster({ rooms: 1, workers: 1 }, measure);

async function measure({ cluster, say }: Stage) {
  const [lossy, calm, others] = [
    await cluster.open({ ...SALE, eventId: "lossysale" }),
    await cluster.open({ ...SALE, eventId: "calmsale" }),
    await cluster.open({ ...SALE, eventId: "othersale" }),
  ];
  const [lossyLine, calmLine] = [
    await lineOf(cluster.redis, lossy, "losing"),
    await lineOf(cluster.redis, calm, "losing"),
  ];
  const calmNumbers = await joinMany(calmLine, GROUP);
  const numbers = await joinMany(lossyLine, GROUP);
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    say("Redis is killed and starts again");
    await cluster.stack.stop("redis", "SIGKILL");
    await cluster.stack.start("redis");
    numbers.push(await joinAgain(lossyLine));
  }
  say(`The line of one event loses Redis until it was ${LOSSES} times, and one joins after each`);
  while ((lossyLine.state?.losses ?? 0) < LOSSES) numbers.push(await lose(cluster, lossyLine));
  numbers.push(...(await joinMany(lossyLine, GROUP)));
  const nearMs = await timeNear(cluster, lossyLine, numbers.slice(-GROUP));
  const marksWritten = await isMarkWritten(cluster, lossyLine);
  say(
    `A call of near takes ${nearMs} ms. Others join beside it, and beside that of an event without losses`,
  );
  const joins = await takeTurns(cluster, others, [
    { line: calmLine, numbers: calmNumbers },
    { line: lossyLine, numbers: numbers.slice(-GROUP) },
  ]);
  const kilobytesOfNumbers = Math.ceil((await bytesOf(cluster, lossy)) / 1_024);
  const [before, after] = [percentile(joins[0] ?? [], 0.95), percentile(joins[1] ?? [], 0.95)];
  return {
    nearMs,
    marksWritten,
    joinsP95Ratio: Math.round((after / before) * 100) / 100,
    losses: lossyLine.state?.losses ?? 0,
    numbersTwice: numbers.length - new Set(numbers).size,
    kilobytesOfNumbers,
    joinsP95MillisecondsBefore: Math.round(before * 100) / 100,
    joinsP95MillisecondsAfter: Math.round(after * 100) / 100,
    joinsMeasured: joins.flat().length,
  };
}

async function joinMany(line: EventLine, count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => joinAs(line, 0)));
}

async function joinAs(line: EventLine, marks: number): Promise<number> {
  const outcome = await line.join({ lane: 0, joinId: randomBytes(16), marks });
  if (outcome.type !== "joined") throw new Error(`The line is ${outcome.type}.`);
  return outcome.number;
}

/** A join that is tried until the line takes it. */
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

/** The line hears that Redis is another one, and what it holds back after that is over at once. */
async function lose({ redis }: Cluster, line: EventLine): Promise<number> {
  const { line: key } = eventKeys(line.settings);
  await redis.hset(key, "replid", "0".repeat(40));
  await line.refresh();
  await redis.hincrby(key, "correctionMs", LINE.lossHoldMs + 100);
  return joinAgain(line);
}

/** What Redis needs for a call that confirms a large group, on average, in milliseconds. */
async function timeNear(
  { redis }: Cluster,
  line: EventLine,
  numbers: readonly number[],
): Promise<number> {
  await sayNear(line, numbers);
  await redis.call("CONFIG", "RESETSTAT");
  for (let call = 0; call < CALLS; call += 1) await sayNear(line, numbers);
  const found = /cmdstat_evalsha:.*usec_per_call=([\d.]+)/.exec(await redis.info("commandstats"));
  if (found === null) throw new Error("Redis has not counted a call.");
  return Math.round(Number(found[1]) / 10) / 100;
}

async function sayNear(line: EventLine, numbers: readonly number[]): Promise<void> {
  await Promise.all(numbers.map((number) => line.confirmPresence({ lane: 0, number })));
}

async function isMarkWritten({ redis }: Cluster, line: EventLine): Promise<boolean> {
  const number = await joinAs(line, MARK);
  const marksOf = await readMarks(redis, line.settings, [{ firstIndex: number, count: 1 }]);
  return marksOf(number) === MARK;
}

type Busy = { readonly line: EventLine; readonly numbers: readonly number[] };

/** Others join while the one or the other line is busy in turns; answers how long that took. */
async function takeTurns(cluster: Cluster, others: EventRef, lines: readonly Busy[]) {
  const guests = inviteGuests(cluster, others);
  const joins: number[][] = lines.map(() => []);
  for (let turn = 0; turn < TURNS.count; turn += 1) {
    const at = turn % lines.length;
    const busy = lines[at];
    const near = atPace(NEAR_PER_SECOND, async () => {
      if (busy) await sayNear(busy.line, busy.numbers);
    });
    const visitors = atPace(OTHERS_PER_SECOND, async () => {
      const ms = await joinOnce(cluster, others, guests);
      if (ms === null) throw new Error("Somebody else got no place.");
      joins[at]?.push(ms);
    });
    await sleep(TURNS.ms);
    await Promise.all([near.end(), visitors.end()]);
  }
  return joins;
}

/** Bytes of what the line keeps of single numbers. */
async function bytesOf({ redis }: Cluster, event: EventRef): Promise<number> {
  const { spent, confirmed, ended, marks } = eventKeys(event);
  const bytes = await Promise.all([spent, confirmed, ended, marks].map((key) => redis.strlen(key)));
  return bytes.reduce((sum, length) => sum + length, 0);
}
