import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { EventSettings } from "@/lib/domain/event/settings";
import { eventKeys } from "@/lib/line/keys";
import { judgeStanding, playStanding, type StandingVisit } from "@/simulation/standing";
import type { Figures } from "@/tools/shared/bars";
import { until } from "@/tools/shared/time";
import { projectPath } from "@/tools/stack/paths";
import { say } from "@/tools/stack/run-command";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import type { Benchmark } from "../harness/benchmark";
import { openEvent, publishCustomer } from "../harness/events";
import { type BenchServers, withServers } from "../harness/servers";
import { sendStream } from "../harness/streams";
import { pathOf, rawRequest, visitorRequests } from "../harness/visitor-requests";
import { checkInsInOrder } from "./check-ins";

const VISITORS = 1_000_000;
/** So many join and check in for real, however many stand in line: beyond them the line is only told that it has them. */
const REAL_VISITORS = 1_000_000;
/** A line of a hundred minutes, however long it is. */
const MINUTES = 100;
/** Visitors who have joined when the memory is read for the first time, as a share of those who join. */
const FIRST_SHARE = 0.1;
/** Check-ins that are really sent, for each who joins. */
const CHECK_INS_PER_VISITOR = 2;
const LINE_READINGS = 200_000;
/** So many run the page's whole client. */
const WATCHED = 5_000;
/** By then each process has heard of a line anew. */
const REFRESHED_MS = 2_000;
const FORGOTTEN_WITHIN_MS = 60_000;
/** Each half keeps one field that is no id. */
const FORGOTTEN_IDS = 2;

/** Who stands in line, and how many of them are more than a number. */
type Crowd = {
  readonly visitors: number;
  readonly real: number;
  readonly every: number;
  readonly outflowPerMinute: number;
};

/**
 * A million places handed out by one real waiting-room process, their whole wait in simulated time
 * with the page's own client, and two million of the check-ins that follow really sent. Of more visitors a million join;
 * the others have numbers, and check in with places as if they had.
 */
export const standing: Benchmark = {
  about: "a million in line: memory of the server and Redis, and what the pages ask",
  async measure({ visitors = VISITORS }) {
    const outflowPerMinute = visitors / MINUTES;
    const crowd = {
      ...{ visitors, outflowPerMinute, real: Math.min(visitors, REAL_VISITORS) },
      every: Math.max(1, Math.round(visitors / WATCHED)),
    };
    say(
      `Playing the wait of ${visitors} at ${outflowPerMinute} a minute; one in ${crowd.every} runs the page's whole client`,
    );
    const playing = { visitors, outflowPerMinute, joinMs: 120_000, every: crowd.every, seed: 1 };
    const visits = await playStanding(playing);
    const { steps, ...judged } = judgeStanding(visits);
    return withServers(async (servers) => {
      const real = await measureServer(servers, crowd, visits);
      return {
        ...{ visitors, joinedForReal: crowd.real, lineShare: lineShareOf(steps) },
        ...{ ...judged, ...real, ...loadOf(judged, steps, { visitors, ...real.perSecond }) },
      };
    });
  },
};

async function measureServer(
  servers: BenchServers,
  { visitors, real, every, outflowPerMinute }: Crowd,
  visits: readonly StandingVisit[],
) {
  await publishCustomer(servers.redis, servers.master);
  const line = { outflowPerMinute, waiting: 0 };
  const event = await openEvent(servers.redis, { eventId: "standing", ...line });
  const { room, readMemory } = await startProbedRoom(servers);
  const crowd = crowdOf(servers, room.port, event);
  const first = Math.round(real * FIRST_SHARE);
  const warmUp = Math.min(first, 2_000);
  await crowd.join(warmUp);
  await crowd.join(first - warmUp);
  const few = await readMemory();
  say(`${first} have joined; the process holds ${inMegabytes(held(few))} MB`);
  const join = await crowd.join(real - first);
  const many = await readMemory();
  const redisInRush = await bytesOf(servers, event);
  say(`${real} have joined; the process holds ${inMegabytes(held(many))} MB`);
  if (visitors > real) await lengthen(servers, event, visitors);
  const oneIn = Math.max(1, Math.round(visitors / real));
  const ordered = checkInsInOrder(visits, { every, visitors, oneIn });
  const sent = ordered.slice(0, real * CHECK_INS_PER_VISITOR);
  say(`Sending ${sent.length} check-ins with their places`);
  const status = await crowd.checkIn(sent);
  const after = await readMemory();
  say(`The process holds ${inMegabytes(held(after))} MB`);
  const readings = await crowd.readLine(LINE_READINGS);
  say("Waiting until the line has forgotten the ids of the joins");
  await untilJoinsForgotten(servers, event);
  // Those who never joined the process has met at their check-ins only.
  const last = visitors > real ? after : many;
  return {
    bytesPerVisitor: (held(last) - held(few)) / (visitors - first),
    baseMegabytes: inMegabytes(Math.max(few.rss, many.rss, after.rss)),
    redisMegabytes: inMegabytes(await bytesOf(servers, event)),
    redisMegabytesInRush: inMegabytes(redisInRush),
    perSecond: { join, status, line: readings },
  };
}

/** As if so many had joined: the line has handed out their numbers. */
async function lengthen({ redis }: BenchServers, event: EventSettings, visitors: number) {
  say(`The line is told that it has ${visitors}; those who have not joined are simulated`);
  await redis.hset(eventKeys(event).line, { last: visitors, joined: visitors });
  await setTimeout(REFRESHED_MS);
}

const held = ({ heapUsed, external }: Memory) => heapUsed + external;
const inMegabytes = (bytes: number) => Math.round(bytes / 10_485.76) / 100;

function crowdOf({ master }: BenchServers, port: number, event: EventSettings) {
  const requests = visitorRequests(master);
  const lineJson = requests.lineJson(event);
  /** By the numbers of their places. */
  const cookies: string[] = [];
  const statusOf = (number = 0) => {
    const cookie = cookies[number];
    return cookie === undefined
      ? requests.checkIn(event, number)
      : rawRequest("GET", `${pathOf(event)}/status`, { cookie });
  };
  const keep = (answer: string): boolean => {
    const number = Number(/"number":(\d+)/.exec(answer)?.[1]);
    const cookie = /set-cookie: ([^;\r]+)/i.exec(answer)?.[1];
    if (cookie === undefined || cookies[number] !== undefined) return false;
    // A copy: what was cut out of an answer keeps all of it in memory.
    cookies[number] = Buffer.from(cookie).toString("latin1");
    return true;
  };
  const send = (
    count: number,
    request: (index: number) => string,
    isRight: (answer: string, index: number) => boolean,
  ) => {
    const onAnswer = (index: number, answer: string) => {
      if (!isRight(answer, index)) throw new Error(`${request(index)} was answered ${answer}`);
    };
    return sendStream({ port, count, request, onAnswer });
  };
  return {
    join: (count: number) => send(count, () => requests.join(event), keep),
    checkIn: (numbers: Uint32Array) =>
      send(
        numbers.length,
        (index) => statusOf(numbers[index]),
        (answer, index) => answer.includes(`"status":"waiting","number":${numbers[index]},`),
      ),
    readLine: (count: number) =>
      send(
        count,
        () => lineJson,
        (answer) => answer.startsWith("HTTP/1.1 200 "),
      ),
  };
}

/** Ids of joins are kept for an hour and take more than the line: so that nobody waits, all are told to be older. */
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

async function bytesOf({ redis }: BenchServers, event: EventSettings): Promise<number> {
  const sizes = await Promise.all(
    Object.values(eventKeys(event)).map((key) => redis.memory("USAGE", key, "SAMPLES", 0)),
  );
  return sizes.reduce<number>((sum, size) => sum + Number(size ?? 0), 0);
}

type Steps = Readonly<Record<string, number>>;

const countOf = (steps: Steps): number => Object.values(steps).reduce((sum, one) => sum + one, 0);

/** Of all that is asked, what a CDN may answer. */
const lineShareOf = (steps: Steps): number => (steps["line"] ?? 0) / countOf(steps);

/** What all ask in a second against what one process answers; joins, entries and confirmations, which are rare, as joins. */
function loadOf(
  { requestsPerVisitorHour }: { readonly requestsPerVisitorHour: number },
  steps: Steps,
  { visitors, join, status, line }: Record<"visitors" | "join" | "status" | "line", number>,
): Figures {
  const asked = countOf(steps);
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

type Memory = { readonly heapUsed: number; readonly external: number; readonly rss: number };

/** Starts a room with a module of the benchmark in front of its own code, which tells its memory when it gets a signal. */
async function startProbedRoom(servers: BenchServers) {
  const file = join(await temporaryDirectory("bench-memory-"), "memory.json");
  const probe = projectPath("tools/bench/harness/memory-probe.cjs");
  const nodeArgs = ["--expose-gc", "--require", probe];
  const room = await servers.runRoom("room", { nodeArgs, env: { MEMORY_PROBE_FILE: file } });
  return {
    room,
    readMemory: async (): Promise<Memory> => {
      rmSync(file, { force: true });
      process.kill(room.processId, "SIGUSR2");
      await until("the server tells its memory", () => existsSync(file));
      return JSON.parse(readFileSync(file, "utf8"));
    },
  };
}
