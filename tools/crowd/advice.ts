import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { EventSettings } from "@/lib/domain/event/settings";
import { createRun } from "@/lib/line/commands/create-run";
import { publishEvent } from "@/lib/line/commands/published";
import { HttpClient } from "@/rehearsal/crowd/http-client";
import { newObservation, type Observation } from "@/rehearsal/crowd/observation";
import { visit } from "@/rehearsal/crowd/visitor";
import { quantile, rankSumPValue, round } from "@/simulation/statistics";
import { publishCustomer, settingsOf } from "@/tools/bench/harness/events";
import { type BenchServers, withServers } from "@/tools/bench/harness/servers";
import { sleep } from "../shared/time";

/** Of each kind at each opening. */
const VISITORS = 150;
/** So long before it the first ones open the page, and keep it open; they come one by one. */
const BEFORE_MS = 50_000;
const ARRIVE_MS = 20_000;
/** Whoever reloads does so within this time of the minute. */
const RELOAD_MS = 1_000;
const PATIENCE_MS = 30_000;
const PROCESSES = 2;
const MINUTE_MS = 60_000;

/** A pre-queue opens, and a sale without one starts. */
const OPENINGS = { prequeue: 15, start: 0 } as const;

export type AdviceFigures = {
  readonly waited: number;
  readonly reloaded: number;
  readonly ranksP: number;
  readonly joinedLateSecondsP95: number;
};

/**
 * Half of a crowd keeps the page open, as it says; the other half loads it at the minute. Answers whether their numbers
 * differ by more than chance, and how long after the opening they had one. Throws where somebody got none.
 */
export async function measureAdvice(say: (line: string) => void): Promise<AdviceFigures> {
  return withServers({ say, profileDirectory: null, visitors: 0 }, async (servers) => {
    const { port } = await servers.run(await servers.describeRoom("room", PROCESSES));
    await publishCustomer(servers.redis, servers.master);
    const opensAtMs = Date.now() + BEFORE_MS;
    say("Two openings in 50 s: of a pre-queue, and of a sale without one");
    const openings = await Promise.all(
      Object.entries(OPENINGS).map(async ([name, preQueueMinutes]) => {
        const settings = await openAt(servers, { name, opensAtMs, preQueueMinutes });
        return watchOpening({ settings, port, opensAtMs });
      }),
    );
    for (const { numbers } of openings) say(`Mean number of both: ${meansOf(numbers)}`);
    const late = openings.flatMap(({ lateMs }) => lateMs);
    return {
      waited: OPENINGS_COUNT * VISITORS,
      reloaded: OPENINGS_COUNT * VISITORS,
      ranksP: round(Math.min(...openings.map(({ numbers }) => rankSumPValue(...numbers)))),
      joinedLateSecondsP95: round(quantile(late, 0.95) / 1_000, 1),
    };
  });
}

const OPENINGS_COUNT = Object.keys(OPENINGS).length;

type Numbers = readonly [waited: readonly number[], reloaded: readonly number[]];

function meansOf(numbers: Numbers): string {
  return numbers
    .map((of) => Math.round(of.reduce((sum, number) => sum + number, 0) / of.length))
    .join(", ");
}

async function openAt(
  { redis }: BenchServers,
  event: {
    readonly name: string;
    readonly opensAtMs: number;
    readonly preQueueMinutes: number;
  },
): Promise<EventSettings> {
  const { name, opensAtMs, preQueueMinutes } = event;
  const startAtMs = opensAtMs + preQueueMinutes * MINUTE_MS;
  const own = { kind: "scheduled", startAtMs, preQueueMinutes, outflowPerMinute: 60 } as const;
  const settings = { ...settingsOf(`advice${name}`), ...own };
  await createRun(redis, settings);
  await publishEvent(redis, settings, null);
  return settings;
}

type Watched = {
  readonly settings: EventSettings;
  readonly port: number;
  readonly opensAtMs: number;
};

/** The numbers of both halves, and how long after the opening each had theirs. */
async function watchOpening({ settings, port, opensAtMs }: Watched) {
  const home = new AbortController();
  setMaxListeners(0, home.signal);
  const query = new URLSearchParams({
    c: settings.customerId,
    e: settings.eventId,
    t: settings.targetUrl,
  });
  const scene = {
    shop: new URL(`http://room.localhost:${port}/?${query}`),
    endsAtToken: true,
    signal: home.signal,
    isDisturbed: () => false,
    onLine: () => undefined,
    onDisturbedError: () => undefined,
  };
  const come = async (atMs: number): Promise<Observation> => {
    await sleep(Math.max(0, atMs - Date.now()));
    const seen = newObservation(true, performance.now());
    void visit(scene, seen, new HttpClient({ address: newAddress() }));
    while (seen.queueNumbers.length === 0 && Date.now() < opensAtMs + PATIENCE_MS) await sleep(100);
    return seen;
  };
  const startMs = Date.now();
  const everybody = Array.from({ length: 2 * VISITORS }, (_, index) =>
    index % 2 === 0
      ? come(startMs + ARRIVE_MS * Math.random())
      : come(opensAtMs + RELOAD_MS * Math.random()),
  );
  const seen = await Promise.all(everybody);
  home.abort();
  const joined = seen.map(({ queueNumbers: [number], joinedAtMs, errors }) => {
    if (number === undefined || joinedAtMs === null)
      throw new Error(`Somebody got no number: ${errors.join(", ")}`);
    return { number, lateMs: performance.timeOrigin + joinedAtMs - opensAtMs };
  });
  const half = (rest: number) =>
    joined.filter((_, index) => index % 2 === rest).map(({ number }) => number);
  return { numbers: [half(0), half(1)] as const, lateMs: joined.map(({ lateMs }) => lateMs) };
}

function newAddress(): string {
  return `10.${[...randomBytes(3)].join(".")}`;
}
