import { setLimit } from "@/lib/line/commands/limits";
import type { EventRef } from "@/lib/line/keys";
import type { HttpClient } from "@/rehearsal/crowd/http-client";
import { newClaim } from "../shared/ask";
import type { Figures } from "../shared/bars";
import { sleep, until } from "../shared/time";
import { admittedAfter, countedErrors } from "./aftermath";
import { type AofCopies, copyAppendOnlyFolder } from "./aof-copies";
import { type Cluster, startCluster } from "./cluster";
import { failoverFigures, unexpectedErrors } from "./failover-figures";
import { countIn, type Guest } from "./guests";
import { askRoom, tokenOf } from "./room-calls";
import { openSale, type Sale } from "./sale";
import { mostOf } from "./scenario";

const OLD_MS = 2_000;
const FAULT_AFTER_MS = 14_000;
const ARRIVALS_SECONDS = 40;
/** So many come in before the fault as well as after it. */
const PLACES = 220;
const OUTFLOW_PER_MINUTE = 240;
const VALIDITY_SECONDS = 120;
const SESSION_MINUTES = 20;
const FULL_WITHIN_MS = 120_000;
const AFTERWARDS_MS = 10_000;
/** Copies of places that were used so shortly before the fault are shown again after it. */
const STOLEN_MS = 8_000;

type DownFigures = Awaited<ReturnType<typeof figuresOf>>;

type Say = (line: string) => void;

/**
 * Redis is killed in the middle of two crowds, one under an active cap and one that buys a stock, and comes
 * back after so many seconds from a copy that was two seconds old when it died; the other processes live on.
 */
export async function runOutages(
  downs: readonly number[],
  { visitors, say }: { readonly visitors: number; readonly say: Say },
): Promise<Figures> {
  const cluster = await startCluster({ rooms: 2, workers: 1, say });
  const copies = await copyAppendOnlyFolder(cluster.stack);
  const figures: Record<string, DownFigures> = {};
  for (const seconds of downs) {
    figures[seconds] = await runOne({ cluster, copies, say }, seconds, visitors);
    say(`Down for ${seconds} s: ${JSON.stringify(figures[seconds])}`);
  }
  await copies.close();
  await cluster.close();
  return { ...mostOf(Object.values(figures), WORST), downs: figures };
}

/** The keys that each scenario of faults has, over all outages. */
const WORST = [
  ...(["placesLost", "doubledNumbers", "doubleAdmissions", "maxSlidingRatio"] as const),
  ...(["recoverySeconds", "visitorErrors"] as const),
];

type Scene = { readonly cluster: Cluster; readonly copies: AofCopies; readonly say: Say };

async function runOne(scene: Scene, seconds: number, visitors: number): Promise<DownFigures> {
  const { cluster, say } = scene;
  const capped = await openCrowd(cluster, `down${seconds}cap`, PLACES);
  const stocked = await openCrowd(cluster, `down${seconds}stock`, null);
  await setLimit(cluster.redis, stocked.event, "stock", PLACES);
  const crowds = [capped, stocked];
  for (const { guests, places } of crowds) {
    const count = Math.round(visitors / crowds.length);
    const onSent = (guest: Guest) => void keepPlace(guest, places);
    void guests.send({ count, perSecond: count / ARRIVALS_SECONDS, onSent });
  }
  await sleep(FAULT_AFTER_MS);
  for (const { disturbance } of crowds) disturbance.begin();
  const { killedAtMs, backAtMs } = await outage(scene, seconds);
  const recovered = await Promise.all(
    crowds.map(({ guests }) => admittedAfter([guests], backAtMs, 60_000)),
  );
  for (const { disturbance } of crowds) disturbance.end();
  say(`Somebody was let in ${recovered.map((at) => ((at - backAtMs) / 1_000).toFixed(1))} s later`);
  const shown = await Promise.all(crowds.map((crowd) => showAgain(cluster, crowd, killedAtMs)));
  await Promise.all(
    crowds.map(({ guests }) =>
      until("all are in", () => countIn(guests) >= PLACES, FULL_WITHIN_MS).catch(() => undefined),
    ),
  );
  await sleep(AFTERWARDS_MS);
  const recoverySeconds = (Math.max(...recovered) - backAtMs) / 1_000;
  return figuresOf(crowds, { recoverySeconds, shown, say });
}

type Crowd = Sale & {
  readonly activeCap: number | null;
  /** The place that each browser got when it joined, as somebody might have copied it. */
  readonly places: Map<Guest, HttpClient>;
};

async function openCrowd(
  cluster: Cluster,
  eventId: string,
  activeCap: number | null,
): Promise<Crowd> {
  const sale = await openSale(cluster, {
    eventId,
    outflowPerMinute: OUTFLOW_PER_MINUTE,
    sessionMinutes: SESSION_MINUTES,
    queueTokenValiditySeconds: VALIDITY_SECONDS,
    queueAll: true,
    ...(activeCap === null ? {} : { activeCap }),
  });
  return { ...sale, activeCap, places: new Map() };
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
    readonly say: Say;
  },
) {
  const events = await Promise.all(
    crowds.map(async ({ end, activeCap }) => ({
      ...(await end()),
      outflowPerMinute: OUTFLOW_PER_MINUTE,
      activeCap,
      stock: activeCap === null ? PLACES : null,
      seatMs: (SESSION_MINUTES * 60 + VALIDITY_SECONDS + 60) * 1_000,
      validitySeconds: VALIDITY_SECONDS,
      leaves: new Map<string, number>(),
    })),
  );
  const errors = events.flatMap(({ seen }) => seen.flatMap(unexpectedErrors));
  for (const text of countedErrors(errors)) measured.say(text);
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
