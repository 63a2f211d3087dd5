import { randomBytes, randomUUID } from "node:crypto";
import { db } from "@/lib/db/client";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import { reportPlaces } from "../crowd/report";
import { sleep, until } from "../shared/time";
import { loseEverything, newDisturbance } from "./aftermath";
import { type Cluster, lineOf, onCluster, type Stage } from "./cluster";
import { countIn, inviteGuests } from "./guests";
import { unexpectedErrors } from "./sale-figures";

const ADMITTED = 10_000_000;
const AT_ONCE = 1_000_000;
const EVENT = { eventId: "largesale", outflowPerMinute: 600, queueAll: true } as const;
const AFTERWARDS_MS = 20_000;
/** Of those who were admitted, so many try to come in again. */
const TRIED = 1_000;

export const runLargeRun = onCluster({ rooms: 1, workers: 1 }, async (stage) => {
  const { cluster, say } = stage;
  const event = await cluster.open(EVENT);
  const disturbance = newDisturbance(AFTERWARDS_MS);
  const guests = inviteGuests(cluster, event, disturbance);
  say("Ten million are admitted");
  await admitMany(stage, event);
  void guests.send({ count: 300, perSecond: 10 });
  await until("somebody is let in", () => countIn(guests) > 0, 60_000);
  await sleep(15_000);
  const lost = await loseEverything(cluster.stack, { guests, disturbance }, 200_000, say);
  await sleep(AFTERWARDS_MS);
  const admittedAgain = await tryAgain(cluster, event);
  const spentNumbers = await cluster.redis.bitcount(eventKeys(event).spent);
  await guests.goHome();
  const seen = guests.seen();
  return {
    secondsUntilAdmitting: lost.seconds,
    admittedAgain,
    ...reportPlaces(seen),
    admissionsUnknown: Math.max(0, ADMITTED - spentNumbers),
    admissions: seen.filter(({ admittedAtMs }) => (admittedAtMs ?? 0) >= lost.backAtMs).length,
    visitorErrors: seen.flatMap(unexpectedErrors).length,
  };
});

async function admitMany({ cluster, say }: Stage, event: EventRef): Promise<void> {
  const { redis } = cluster;
  const ofEvent = { where: { event: { wireId: event.eventId } } };
  const { id: runId } = await db().run.findFirstOrThrow(ofEvent);
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
  const where = { runId, last: { gte: ADMITTED } };
  const isKnown = async () => (await db().laneCheckpoint.count({ where })) > 0;
  await until("the checkpoint knows of them", isKnown, 60_000);
}

/** How many of those who were admitted come in a second time, as somebody else with their number. */
async function tryAgain({ redis }: Cluster, event: EventRef): Promise<number> {
  const line = await lineOf(redis, event, "again");
  const numbers = Array.from({ length: TRIED }, (_, index) => 1 + index * (ADMITTED / TRIED));
  const claim = () => randomBytes(16).toString("hex");
  // Throws where the line is away: then nobody could try.
  const enter = (number: number) =>
    line.enter({ lane: 0, number, rank: number, queueId: randomUUID(), claim: claim() });
  const outcomes = await Promise.all(numbers.map(enter));
  return outcomes.filter(({ type }) => type === "admitted" || type === "wait").length;
}
