import { setLimit } from "@/lib/line/commands/limits";
import type { EventRef } from "@/lib/line/keys";
import type { HttpClient } from "@/rehearsal/crowd/http-client";
import { sleep, until } from "../shared/time";
import { type AofCopies, copyAppendOnlyFolder } from "./aof-copies";
import { type Cluster, startCluster } from "./cluster";
import { failoverFigures, unexpectedErrors } from "./failover-figures";
import { countIn, type Guest, type Guests, inviteGuests } from "./guests";
import { askRoom, newClaim, tokenOf } from "./room-calls";
import type { Outcome } from "./scenario";
import { judgeOutages } from "./verdicts";
import { type LineWatch, watchLine } from "./watch-line";

const OLD_MS = 2_000;
const FAULT_AFTER_MS = 14_000;
const ARRIVALS_SECONDS = 40;
/** So many come in before the fault as well as after it. */
const PLACES = 220;
const OUTFLOW_PER_MINUTE = 240;
const VALIDITY_SECONDS = 120;
const SESSION_MINUTES = 20;
/** Failed requests after an outage belong to it: browsers retry after up to 8 s. */
const AFTERMATH_MS = 10_000;
const FULL_WITHIN_MS = 120_000;
const AFTERWARDS_MS = 10_000;
/** Copies of places that were used so shortly before the fault are shown again after it. */
const STOLEN_MS = 8_000;

export type DownFigures = {
  readonly placesLost: number;
  readonly doubledNumbers: number;
  readonly doubleAdmissions: number;
  readonly maxSlidingRatio: number;
  readonly admittedWhileFull: number;
  readonly soldMoreThanStock: number;
  readonly recoverySeconds: number;
  readonly admissions: number;
  readonly unsold: number;
  readonly placesShownAgain: number;
  readonly visitorErrors: number;
};

type Say = (line: string) => void;

/**
 * Redis is killed in the middle of two crowds, one under an active cap and one that buys a stock, and comes
 * back after so many seconds from a copy that was two seconds old when it died; the other processes live on.
 */
export async function runOutages(
  downs: readonly number[],
  { visitors, say }: { readonly visitors: number; readonly say: Say },
): Promise<Outcome> {
  const cluster = await startCluster({ rooms: 2, workers: 1, say });
  const { redisDirectory } = cluster.stack;
  if (redisDirectory === null) throw new Error("This needs a Redis of its own.");
  const copies = await copyAppendOnlyFolder(redisDirectory);
  const figures: Record<string, DownFigures> = {};
  for (const seconds of downs) {
    figures[seconds] = await runOne({ cluster, copies, say }, seconds, visitors);
    say(`Down for ${seconds} s: ${JSON.stringify(figures[seconds])}`);
  }
  await copies.close();
  await cluster.close();
  return {
    figures: { ...worstOf(Object.values(figures)), downs: figures },
    bars: judgeOutages(figures),
  };
}

/** The keys that each scenario of faults has, over all outages. */
function worstOf(downs: readonly DownFigures[]) {
  const most = (name: keyof DownFigures) => Math.max(...downs.map((figures) => figures[name]));
  return {
    placesLost: most("placesLost"),
    doubledNumbers: most("doubledNumbers"),
    doubleAdmissions: most("doubleAdmissions"),
    maxSlidingRatio: most("maxSlidingRatio"),
    recoverySeconds: most("recoverySeconds"),
    visitorErrors: most("visitorErrors"),
  };
}

type Scene = { readonly cluster: Cluster; readonly copies: AofCopies; readonly say: Say };

async function runOne(scene: Scene, seconds: number, visitors: number): Promise<DownFigures> {
  const { cluster, say } = scene;
  const disturbance = { untilMs: 0 };
  const capped = await openCrowd(cluster, `down${seconds}cap`, PLACES, disturbance);
  const stocked = await openCrowd(cluster, `down${seconds}stock`, null, disturbance);
  await setLimit(cluster.redis, stocked.event, "stock", PLACES);
  const crowds = [capped, stocked];
  for (const { guests, places } of crowds) {
    const count = Math.round(visitors / crowds.length);
    const onSent = (guest: Guest) => void keepPlace(guest, places);
    void guests.send({ count, perSecond: count / ARRIVALS_SECONDS, onSent });
  }
  await sleep(FAULT_AFTER_MS);
  disturbance.untilMs = Number.POSITIVE_INFINITY;
  const { killedAtMs, backAtMs } = await outage(scene, seconds);
  const recovered = await Promise.all(crowds.map(({ guests }) => admittedAfter(guests, backAtMs)));
  disturbance.untilMs = performance.now() + AFTERMATH_MS;
  say(`Somebody was let in ${recovered.map((at) => ((at - backAtMs) / 1_000).toFixed(1))} s later`);
  const shown = await Promise.all(crowds.map((crowd) => showAgain(cluster, crowd, killedAtMs)));
  await Promise.all(
    crowds.map(({ guests }) =>
      until("all are in", () => countIn(guests) >= PLACES, FULL_WITHIN_MS).catch(() => undefined),
    ),
  );
  await sleep(AFTERWARDS_MS);
  await Promise.all(crowds.map(({ guests }) => guests.goHome()));
  sayErrors(crowds, say);
  const recoverySeconds = (Math.max(...recovered) - backAtMs) / 1_000;
  return figuresOf(crowds, { recoverySeconds, shown });
}

type Crowd = {
  readonly event: EventRef;
  readonly activeCap: number | null;
  readonly guests: Guests;
  readonly watch: LineWatch;
  /** The place that each browser got when it joined, as somebody might have copied it. */
  readonly places: Map<Guest, HttpClient>;
};

async function openCrowd(
  cluster: Cluster,
  eventId: string,
  activeCap: number | null,
  disturbance: { readonly untilMs: number },
): Promise<Crowd> {
  const event = await cluster.open({
    eventId,
    outflowPerMinute: OUTFLOW_PER_MINUTE,
    sessionMinutes: SESSION_MINUTES,
    queueTokenValiditySeconds: VALIDITY_SECONDS,
    queueAll: true,
    ...(activeCap === null ? {} : { activeCap }),
  });
  const isDisturbed = () => performance.now() < disturbance.untilMs;
  return {
    event,
    activeCap,
    guests: inviteGuests(cluster, event, { isDisturbed }),
    watch: watchLine(cluster, event),
    places: new Map(),
  };
}

async function keepPlace(guest: Guest, places: Map<Guest, HttpClient>): Promise<void> {
  const { seen, client } = guest;
  await until("there is a number", () => seen.numbers.length > 0, 300_000).catch(() => undefined);
  if (seen.tokenSeconds.length === 0) places.set(guest, client.copy());
}

/** Answers when Redis was killed, and when it gave its first answer again. */
async function outage({ cluster, copies, say }: Scene, seconds: number) {
  const { stack } = cluster;
  const copy = await copies.about(OLD_MS);
  await stack.stop("redis", "SIGKILL");
  say(`Redis is killed, for ${seconds} s`);
  const killedAtMs = performance.now();
  await sleep(seconds * 1_000);
  await stack.restartRedisFrom(copy);
  return { killedAtMs, backAtMs: performance.now() };
}

async function admittedAfter({ all }: Guests, fromMs: number): Promise<number> {
  const first = () =>
    all
      .map(({ seen }) => seen.admittedAtMs ?? Infinity)
      .filter((at) => at >= fromMs)
      .reduce((least, at) => Math.min(least, at), Infinity);
  await until("somebody is let in", () => first() < Infinity, 60_000).catch(() => undefined);
  return Math.min(first(), performance.now());
}

/** Who copied the place of somebody who was let in before the fault tries it with a claim of their own. */
async function showAgain(
  cluster: Cluster,
  { event, guests, places }: Crowd,
  killedAtMs: number,
): Promise<{ readonly tried: number; readonly tokens: number }> {
  const stolen = guests.all.flatMap((guest) => {
    const atMs = guest.seen.admittedAtMs ?? Number.POSITIVE_INFINITY;
    const isRecent = atMs < killedAtMs && atMs > killedAtMs - STOLEN_MS;
    return isRecent ? (places.get(guest) ?? []) : [];
  });
  const tokens = await Promise.all(stolen.map((thief) => tryToEnter(cluster, event, thief)));
  return { tried: stolen.length, tokens: tokens.filter((token) => token !== null).length };
}

async function tryToEnter(
  cluster: Cluster,
  event: EventRef,
  thief: HttpClient,
): Promise<string | null> {
  const claim = newClaim();
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const { status, body } = await askRoom(cluster, event, thief, "enter", { claim });
    if (status === 200 && body["status"] !== "wait") return tokenOf(body["redirectUrl"]);
    await sleep(500);
  }
  return null;
}

async function figuresOf(
  crowds: readonly Crowd[],
  measured: {
    readonly recoverySeconds: number;
    readonly shown: readonly { readonly tried: number; readonly tokens: number }[];
  },
): Promise<DownFigures> {
  const events = await Promise.all(
    crowds.map(async ({ guests, watch, activeCap }) => ({
      seen: guests.all.map(({ seen }) => seen),
      admitted: await watch.complete(),
      outflowPerMinute: OUTFLOW_PER_MINUTE,
      activeCap,
      stock: activeCap === null ? PLACES : null,
      seatMs: (SESSION_MINUTES * 60 + VALIDITY_SECONDS + 60) * 1_000,
      validitySeconds: VALIDITY_SECONDS,
      leaves: new Map<string, number>(),
    })),
  );
  await Promise.all(crowds.map(({ watch }) => watch.close()));
  const recoverySeconds = Math.round(measured.recoverySeconds * 10) / 10;
  const seen = failoverFigures(events, { recoverySeconds, lineTimeJumpSeconds: 0 });
  const stolen = measured.shown.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    placesLost: seen.placesLost,
    doubledNumbers: seen.doubledNumbers,
    doubleAdmissions: seen.doubleAdmissions + stolen,
    maxSlidingRatio: seen.maxSlidingRatio,
    admittedWhileFull: seen.admittedWhileFull,
    soldMoreThanStock: seen.soldMoreThanStock,
    recoverySeconds,
    admissions: seen.admissions,
    unsold: seen.unsold,
    placesShownAgain: measured.shown.reduce((sum, { tried }) => sum + tried, 0),
    visitorErrors: seen.visitorErrors,
  };
}

function sayErrors(crowds: readonly Crowd[], say: Say): void {
  const errors = crowds.flatMap(({ guests }) =>
    guests.all.flatMap(({ seen }) => unexpectedErrors(seen)),
  );
  for (const text of new Set(errors))
    say(`${errors.filter((error) => error === text).length} times: ${text}`);
}
