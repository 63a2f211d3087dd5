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
const OUTFLOW_PER_MINUTE = 10_000;
/** Visitors who have joined when the memory is read for the first time, as a share of all. */
const FIRST_SHARE = 0.1;
/** Check-ins that are really sent, for each visitor. */
const CHECK_INS_PER_VISITOR = 2;
const LINE_READINGS = 200_000;
/** One visitor in so many runs the page's whole client. */
const EVERY = 200;
const FORGOTTEN_WITHIN_MS = 60_000;
/** Each half keeps one field that is no id. */
const FORGOTTEN_IDS = 2;

/**
 * A million places handed out by one real waiting-room process, their whole wait in simulated time
 * with the page's own client, and two million of the check-ins that follow really sent.
 */
export const standing: Benchmark = {
  about: "a million in line: memory of the server and Redis, and what the pages ask",
  async measure() {
    say(
      `Playing the wait of ${VISITORS} at ${OUTFLOW_PER_MINUTE} a minute; one in ${EVERY} runs the page's whole client`,
    );
    const playing = {
      outflowPerMinute: OUTFLOW_PER_MINUTE,
      joinMs: 120_000,
      every: EVERY,
      seed: 1,
    };
    const visits = await playStanding({ visitors: VISITORS, ...playing });
    const { steps, ...judged } = judgeStanding(visits);
    return withServers(async (servers) => {
      const real = await measureServer(servers, visits);
      return { ...judged, ...real, ...loadOf(judged, steps, real.perSecond) };
    });
  },
};

async function measureServer(servers: BenchServers, visits: readonly StandingVisit[]) {
  await publishCustomer(servers.redis, servers.master);
  const line = { outflowPerMinute: OUTFLOW_PER_MINUTE, waiting: 0 };
  const event = await openEvent(servers.redis, { eventId: "standing", ...line });
  const { room, readMemory } = await startProbedRoom(servers);
  const crowd = crowdOf(servers, room.port, event);
  const first = Math.round(VISITORS * FIRST_SHARE);
  const warmUp = Math.min(first, 2_000);
  await crowd.join(warmUp);
  await crowd.join(first - warmUp);
  const few = await readMemory();
  say(`${first} have joined; the process holds ${inMegabytes(held(few))} MB`);
  const join = await crowd.join(VISITORS - first);
  const many = await readMemory();
  const redisInRush = await bytesOf(servers, event);
  say(`${VISITORS} have joined; the process holds ${inMegabytes(held(many))} MB`);
  const sent = checkInsInOrder(visits, EVERY, VISITORS).slice(0, VISITORS * CHECK_INS_PER_VISITOR);
  say(`Sending ${sent.length} check-ins with their places`);
  const status = await crowd.checkIn(sent);
  const after = await readMemory();
  const readings = await crowd.readLine(LINE_READINGS);
  say("Waiting until the line has forgotten the ids of the joins");
  await untilJoinsForgotten(servers, event);
  return {
    bytesPerVisitor: (held(many) - held(few)) / (VISITORS - first),
    baseMegabytes: inMegabytes(Math.max(few.rss, many.rss, after.rss)),
    redisMegabytes: inMegabytes(await bytesOf(servers, event)),
    redisMegabytesInRush: inMegabytes(redisInRush),
    perSecond: { join, status, line: readings },
  };
}

const held = ({ heapUsed, external }: Memory) => heapUsed + external;
const inMegabytes = (bytes: number) => Math.round(bytes / 10_485.76) / 100;

function crowdOf({ master }: BenchServers, port: number, event: EventSettings) {
  const requests = visitorRequests(master);
  const lineJson = requests.lineJson(event);
  /** By the numbers of their places. */
  const cookies: string[] = [];
  const statusOf = (number = 0) =>
    rawRequest("GET", `${pathOf(event)}/status`, { cookie: cookies[number] ?? "" });
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

/** What all ask in a second against what one process answers; joins, entries and confirmations, which are rare, as joins. */
function loadOf(
  { requestsPerVisitorHour }: { readonly requestsPerVisitorHour: number },
  steps: Readonly<Record<string, number>>,
  { join, status, line }: Record<"join" | "status" | "line", number>,
): Figures {
  const asked = Object.values(steps).reduce((sum, count) => sum + count, 0);
  const perSecond = (VISITORS * requestsPerVisitorHour) / 3_600;
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
