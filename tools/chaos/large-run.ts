import { randomBytes, randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import { EventLine } from "@/waiting-room/line/event-line";
import { LineUnavailable } from "@/waiting-room/line/line-unavailable";
import { reportPlaces } from "../crowd/report";
import { sleep, until } from "../shared/time";
import { temporaryDirectory } from "../stack/temporary-directory";
import { type Cluster, startCluster } from "./cluster";
import { unexpectedErrors } from "./failover-figures";
import { countIn, inviteGuests } from "./guests";
import type { Scenario } from "./scenario";
import { judgeLargeRun } from "./verdicts";

const ADMITTED = 10_000_000;
const AT_ONCE = 1_000_000;
const EVENT = { eventId: "largesale", outflowPerMinute: 600, queueAll: true } as const;
const VISITORS = 300;
const PER_SECOND = 10;
const LOSS_AFTER_MS = 15_000;
const AFTERWARDS_MS = 20_000;
/** Of those who were admitted, so many try to come in again. */
const TRIED = 1_000;

/** Redis comes back without any data in a run in which ten million were admitted. */
export const runLargeRun: Scenario = async ({ say }) => {
  const cluster = await startCluster({ rooms: 1, workers: 1, say });
  const event = await cluster.open(EVENT);
  say("Ten million are admitted");
  await admitMany(cluster, event, say);
  let disturbedUntilMs = 0;
  const isDisturbed = () => performance.now() < disturbedUntilMs;
  const guests = inviteGuests(cluster, event, { isDisturbed });
  void guests.send({ count: VISITORS, perSecond: PER_SECOND });
  await until("somebody is let in", () => countIn(guests) > 0, 60_000);
  await sleep(LOSS_AFTER_MS);
  disturbedUntilMs = Number.POSITIVE_INFINITY;
  const empty = join(await temporaryDirectory("stanchion-empty-"), "nothing");
  await mkdir(empty);
  say("Redis comes back with nothing");
  await cluster.stack.restartRedisFrom(empty);
  const backAtMs = performance.now();
  const since = () =>
    guests.all.map(({ seen }) => seen.admittedAtMs ?? 0).filter((atMs) => atMs >= backAtMs);
  await until("somebody is let in", () => since().length > 0, 200_000).catch(() => undefined);
  const firstAtMs = Math.min(performance.now(), ...since());
  const secondsUntilAdmitting = Math.round((firstAtMs - backAtMs) / 100) / 10;
  say(`Somebody was let in ${secondsUntilAdmitting} s later`);
  disturbedUntilMs = performance.now() + AFTERWARDS_MS;
  await sleep(AFTERWARDS_MS);
  const admittedAgain = await tryAgain(cluster, event);
  const spentNumbers = await cluster.redis.bitcount(eventKeys(event).spent);
  await guests.goHome();
  const seen = guests.all.map((guest) => guest.seen);
  await cluster.close();
  const figures = {
    secondsUntilAdmitting,
    admittedAgain,
    ...reportPlaces(seen),
    admissionsInRun: ADMITTED,
    admissionsUnknown: Math.max(0, ADMITTED - spentNumbers),
    admissions: since().length,
    visitorErrors: seen.flatMap(unexpectedErrors).length,
  };
  return { figures, bars: judgeLargeRun(figures) };
};

/** Writes admissions of the last month to Postgres, and to Redis that their numbers were handed out and admitted. */
async function admitMany(
  { redis, events }: Cluster,
  event: EventRef,
  say: (line: string) => void,
): Promise<void> {
  const { db } = await import("@/lib/db/client");
  const runId = await events.runOf(event);
  for (let from = 1; from <= ADMITTED; from += AT_ONCE) {
    await db().$executeRaw`
      INSERT INTO "Admission" ("runId", "queueNumber", "queueId", "redirectType", "admittedAt")
      SELECT ${runId}, n, 'q' || n, 'queue',
        now() - interval '1 day' - (${ADMITTED} - n) * interval '250 milliseconds'
      FROM generate_series(${from}::bigint, ${from + AT_ONCE - 1}::bigint) AS n`;
    say(`${from + AT_ONCE - 1} of them are stored`);
  }
  const { line, spent } = eventKeys(event);
  await redis.setrange(spent, 0, Buffer.alloc(ADMITTED / 8, 255));
  await redis.setbit(spent, ADMITTED, 1);
  const counts = { last: ADMITTED, serving: ADMITTED, joined: ADMITTED, admitted: ADMITTED };
  await redis.hset(line, counts);
  await until(
    "the checkpoint knows of them",
    async () =>
      (await db().laneCheckpoint.count({ where: { runId, last: { gte: ADMITTED } } })) > 0,
    60_000,
  );
}

/** How many of those who were admitted come in a second time, as somebody else with their number. */
async function tryAgain({ redis }: Cluster, event: EventRef): Promise<number> {
  const settings = await readPublishedEvent(redis, event.customerId, event.eventId);
  if (settings === null) throw new Error("The event is not published.");
  const line = new EventLine(redis, settings, "again");
  await line.refresh();
  const numbers = Array.from({ length: TRIED }, (_, index) => 1 + index * (ADMITTED / TRIED));
  const outcomes = await Promise.all(
    numbers.map((number) =>
      line
        .enter({
          ...{ lane: 0, number, rank: number, queueId: randomUUID() },
          claim: randomBytes(16).toString("hex"),
        })
        .catch((error: unknown) => {
          if (error instanceof LineUnavailable) return { type: "unavailable" };
          throw error;
        }),
    ),
  );
  if (outcomes.some(({ type }) => type === "unavailable")) throw new Error("Nobody could try.");
  return outcomes.filter(({ type }) => type === "admitted" || type === "wait").length;
}
