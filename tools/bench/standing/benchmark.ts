import { setTimeout } from "node:timers/promises";
import type { EventSettings } from "@/lib/domain/event/settings";
import { eventKeys } from "@/lib/line/keys";
import { judgeStanding, playStanding, type StandingVisit } from "@/simulation/standing";
import type { Figures } from "@/tools/shared/bars";
import type { BenchContext, Benchmark } from "../harness/benchmark";
import { openEvent, publishCustomer } from "../harness/events";
import { sendStream } from "../harness/pipelined";
import { type Memory, withMemoryProbe } from "../harness/probed-memory";
import { rawRequest } from "../harness/saturate";
import { type BenchServers, type RunningServer, withServers } from "../harness/servers";
import { visitorRequests } from "../harness/visitor-requests";
import { checkInsInOrder } from "./check-ins";
import { Places } from "./places";

const VISITORS = 1_000_000;
const OUTFLOW_PER_MINUTE = 10_000;
/** Visitors who have joined when the memory is read for the first time, as a share of all. */
const FIRST_SHARE = 0.1;
/** Check-ins that are really sent, for each visitor. */
const CHECK_INS_PER_VISITOR = 2;
const LINE_READINGS = 200_000;
/** One visitor in so many runs the page's whole client. */
const EVERY = 200;
const COOKIE_WIDTH = 400;
const FORGOTTEN_WITHIN_MS = 60_000;
/** Each half keeps one field that is no id. */
const FORGOTTEN_IDS = 2;

/**
 * A million places handed out by one real waiting-room process, their whole wait in simulated time
 * with the page's own client, and two million of the check-ins that follow really sent.
 */
export const standing: Benchmark = {
  about: "a million in line (--visitors): memory of the server and Redis, and what the pages ask",
  async measure(context) {
    const visitors = context.visitors ?? VISITORS;
    context.say(
      `Playing the wait of ${visitors} at ${OUTFLOW_PER_MINUTE} a minute; one in ${EVERY} runs the page's whole client`,
    );
    const visits = await playStanding({
      visitors,
      outflowPerMinute: OUTFLOW_PER_MINUTE,
      joinMs: 120_000,
      every: EVERY,
      seed: 1,
    });
    const { steps, ...judged } = judgeStanding(visits);
    return withServers(context, async (servers) => {
      const real = await measureServer(servers, context, { visitors, visits });
      return { ...judged, ...real, ...loadOf(judged, steps, { visitors, ...real.perSecond }) };
    });
  },
};

type Crowd = { readonly visitors: number; readonly visits: readonly StandingVisit[] };

async function measureServer(
  servers: BenchServers,
  { say }: BenchContext,
  { visitors, visits }: Crowd,
) {
  const { redis, master } = servers;
  await publishCustomer(redis, master);
  const event = await openEvent(redis, {
    eventId: "standing",
    outflowPerMinute: OUTFLOW_PER_MINUTE,
    waiting: 0,
  });
  const probe = await withMemoryProbe(await servers.describeRoom("room", 1));
  const room = await servers.run(probe.room);
  const places = new Places(visitors, COOKIE_WIDTH);
  const first = Math.round(visitors * FIRST_SHARE);
  const joining = { room, event, places, master };
  await joinAll(joining, Math.min(first, 2_000));
  await joinAll(joining, first - Math.min(first, 2_000));
  const few = await probe.read(room);
  say(`${first} have joined; the process holds ${inMegabytes(held(few))} MB`);
  const join = await joinAll(joining, visitors - first);
  const many = await probe.read(room);
  const redisInRush = await bytesOf(servers, event);
  say(`${visitors} have joined; the process holds ${inMegabytes(held(many))} MB`);
  const sent = checkInsInOrder(visits, EVERY, visitors).slice(0, visitors * CHECK_INS_PER_VISITOR);
  say(`Sending ${sent.length} check-ins with their places`);
  const status = await checkInAll({ room, event, places }, sent);
  const after = await probe.read(room);
  const line = await readLine(room, event);
  say("Waiting until the line has forgotten the ids of the joins");
  await untilJoinsForgotten(servers, event);
  return {
    bytesPerVisitor: (held(many) - held(few)) / (visitors - first),
    bytesPerVisitorAfterCheckIns: (held(after) - held(few)) / (visitors - first),
    baseMegabytes: inMegabytes(Math.max(few.rss, many.rss, after.rss)),
    redisMegabytes: inMegabytes(await bytesOf(servers, event)),
    redisMegabytesInRush: inMegabytes(redisInRush),
    checkInsSent: sent.length,
    perSecond: { join, status, line },
  };
}

const held = ({ heapUsed, external }: Memory) => heapUsed + external;
const inMegabytes = (bytes: number) => Math.round(bytes / 10_485.76) / 100;

type Target = { readonly room: RunningServer; readonly event: EventSettings };

async function joinAll(
  { room, event, places, master }: Target & { places: Places; master: BenchServers["master"] },
  count: number,
): Promise<number> {
  const requests = visitorRequests(master);
  return sendStream({
    port: room.port,
    count,
    request: () => requests.join(event),
    onAnswer: (_, answer) => {
      const number = Number(/"number":(\d+)/.exec(answer)?.[1]);
      const cookie = /set-cookie: ([^;\r]+)/i.exec(answer)?.[1];
      if (cookie === undefined) throw new Error(`A join was answered ${answer}`);
      places.keep(number, cookie);
    },
  });
}

async function checkInAll(
  { room, event, places }: Target & { readonly places: Places },
  numbers: Uint32Array,
): Promise<number> {
  const path = `/line/${event.customerId}/${event.eventId}/status`;
  return sendStream({
    port: room.port,
    count: numbers.length,
    request: (index) => rawRequest("GET", path, { cookie: places.of(numbers[index] ?? 0) }),
    onAnswer: (index, answer) => {
      const isRight = answer.includes(`"status":"waiting","number":${numbers[index]},`);
      if (!isRight) throw new Error(`The check-in of ${numbers[index]} was answered ${answer}`);
    },
  });
}

function readLine({ port }: RunningServer, { customerId, eventId, runId }: EventSettings) {
  const request = rawRequest("GET", `/line/${customerId}/${eventId}/${runId}/line.json`);
  return sendStream({
    port,
    count: LINE_READINGS,
    request: () => request,
    onAnswer: (_, answer) => {
      if (!answer.startsWith("HTTP/1.1 200 ")) throw new Error(`line.json was answered ${answer}`);
    },
  });
}

/**
 * A join that is sent again is known for an hour; a million of them take more than the line itself. So that nobody
 * waits for it, all of them are told to be older.
 */
async function untilJoinsForgotten({ redis }: BenchServers, event: EventSettings): Promise<void> {
  const { line, joinsEven, joinsOdd } = eventKeys(event);
  await redis.hset(line, { joinsTurnedAtMs: 0, joinsNotedAtMs: 0 });
  const giveUpAt = performance.now() + FORGOTTEN_WITHIN_MS;
  while (performance.now() < giveUpAt) {
    const ids = (await redis.hlen(joinsEven)) + (await redis.hlen(joinsOdd));
    if (ids <= FORGOTTEN_IDS) return;
    await setTimeout(1_000);
  }
}

/** What the keys of the event take in Redis. */
async function bytesOf({ redis }: BenchServers, event: EventSettings): Promise<number> {
  const sizes = await Promise.all(
    Object.values(eventKeys(event)).map((key) => redis.memory("USAGE", key, "SAMPLES", 0)),
  );
  return sizes.reduce<number>((sum, size) => sum + Number(size ?? 0), 0);
}

/**
 * What everybody standing asks in a second, against what one process answers; the rare joins, entries
 * and confirmations count as joins.
 */
function loadOf(
  { requestsPerVisitorHour }: { readonly requestsPerVisitorHour: number },
  steps: Readonly<Record<string, number>>,
  { visitors, join, status, line }: Record<"visitors" | "join" | "status" | "line", number>,
): Figures {
  const asked = Object.values(steps).reduce((sum, count) => sum + count, 0);
  const perSecond = (visitors * requestsPerVisitorHour) / 3_600;
  const share = (count = 0) => (perSecond * count) / asked;
  const rest = share(asked - (steps["status"] ?? 0) - (steps["line"] ?? 0));
  const personal = share(steps["status"]) / status + rest / join;
  return {
    requestsPerSecond: perSecond,
    loadOverCapacity: personal + share(steps["line"]) / line,
    loadOverCapacityBehindCdn: personal,
  };
}
