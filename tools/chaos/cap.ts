import { sleep } from "../shared/time";
import { copyAppendOnlyFolder } from "./aof-copies";
import { CAP_AGENDA, type CapScene } from "./cap-agenda";
import { type Admission, capFigures, type Leaves, seatsOf, withTokens } from "./cap-figures";
import { type Cluster, startCluster } from "./cluster";
import { type Guest, type Guests, inviteGuests } from "./guests";
import type { Scenario } from "./scenario";
import { judgeCap } from "./verdicts";
import { type LineWatch, watchLine } from "./watch-line";

const EVENT_ID = "capsale";
const SESSION_MINUTES = 1;
const VALIDITY_SECONDS = 30;
/** A seat is held for the session, the validity and a minute. */
const TIMES = {
  seatMs: (SESSION_MINUTES * 60 + VALIDITY_SECONDS + 60) * 1_000,
  validitySeconds: VALIDITY_SECONDS,
} as const;
const ARRIVALS_PER_SECOND = 6;
const SPIKE_PER_SECOND = 200;
const ABSENT_EVERY = 5;
/** Time after a fault in which failed requests are part of it: browsers retry after up to 8 s. */
const AFTERMATH_MS = 10_000;
const STAY_MS = 60_000;
const GIVEN_BACK = 0.25;

/** Everything at once against the cap, with four waiting rooms and two workers. */
export const runCap: Scenario = async ({ seconds, say }) => {
  const cluster = await startCluster({ rooms: 4, workers: 2, say });
  const event = await cluster.open({
    eventId: EVENT_ID,
    outflowPerMinute: 600,
    sessionMinutes: SESSION_MINUTES,
    queueTokenValiditySeconds: VALIDITY_SECONDS,
  });
  const { redisDirectory } = cluster.stack;
  if (redisDirectory === null) throw new Error("This needs a Redis of its own.");
  const copies = await copyAppendOnlyFolder(redisDirectory);
  const watch = watchLine(cluster, event);
  let disturbedUntilMs = 0;
  const guests = inviteGuests(cluster, event, {
    isDisturbed: () => performance.now() < disturbedUntilMs,
  });
  const leaves: Leaves = new Map();
  const send = (count: number, perSecond: number) =>
    void guests.send({
      count,
      perSecond,
      isPresent: (index) => index % ABSENT_EVERY !== 0,
      onSent: (guest) => void giveSeatBack(guest, { cluster, watch, leaves }),
    });
  const startedAtMs = performance.now();
  send(seconds * ARRIVALS_PER_SECOND, ARRIVALS_PER_SECOND);
  const scene: CapScene = {
    cluster,
    copies,
    eventId: EVENT_ID,
    spike: (count) => send(count, SPIKE_PER_SECOND),
    onSite: () => onSite(watch, leaves),
  };
  for (const { at, name, isFault, make } of CAP_AGENDA) {
    await sleep(startedAtMs + at * seconds * 1_000 - performance.now());
    say(`${Math.round(at * seconds)} s: ${name}; ${watch.admissions.length} admitted so far`);
    if (isFault) disturbedUntilMs = Number.POSITIVE_INFINITY;
    await make(scene);
    if (isFault) disturbedUntilMs = performance.now() + AFTERMATH_MS;
  }
  await sleep(startedAtMs + seconds * 1_000 - performance.now());
  await guests.goHome();
  const tookSeconds = Math.round((performance.now() - startedAtMs) / 1_000);
  sayErrors(guests, say);
  const holders = guests.all.map(({ seen }) => seen);
  const admitted = withTokens(await watch.complete(), holders, TIMES);
  await watch.close();
  await copies.close();
  await cluster.close();
  return outcome({ watch, guests, leaves, admitted }, tookSeconds);
};

/** Says what went wrong for visitors, each thing once with its number. */
function sayErrors(guests: Guests, say: (line: string) => void): void {
  const errors = guests.all.flatMap(({ seen }) => seen.errors);
  for (const text of new Set(errors)) {
    say(`${errors.filter((error) => error === text).length} times: ${text}`);
  }
}

type Measured = {
  readonly watch: LineWatch;
  readonly guests: Guests;
  readonly leaves: Leaves;
  readonly admitted: readonly Admission[];
};

function outcome({ watch, guests, leaves, admitted }: Measured, seconds: number) {
  const figures = {
    ...capFigures(admitted, leaves, watch, TIMES),
    seconds,
    losses: watch.losses(),
    visitors: guests.all.length,
    visitorErrors: guests.all.reduce((sum, { seen }) => sum + seen.errors.length, 0),
  };
  return { figures, bars: judgeCap(figures) };
}

/** Visitors with a seat, as an observer knows them at this moment. */
function onSite({ admissions, lineTimeOf }: LineWatch, leaves: Leaves): number {
  const nowMs = lineTimeOf(performance.now());
  return seatsOf(admissions, leaves, TIMES.seatMs).filter(({ endsAtMs }) => endsAtMs > nowMs)
    .length;
}

/** A share of the visitors says after a while that the visit at the site is over. */
async function giveSeatBack(
  { client, seen, visit }: Guest,
  { cluster, watch, leaves }: Pick<Measured, "watch" | "leaves"> & { readonly cluster: Cluster },
): Promise<void> {
  await visit;
  const queueId = [...seen.queueIds][0];
  if (queueId === undefined || Math.random() >= GIVEN_BACK) return;
  await sleep(STAY_MS * Math.random());
  const { waitingRoom } = cluster.stack.urls;
  const customerId = cluster.stack.demo?.customerId ?? "";
  leaves.set(queueId, watch.lineTimeOf(performance.now()));
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { status } = await client.send(
      "POST",
      new URL(`/line/${customerId}/${EVENT_ID}/leave`, waitingRoom),
      { form: {}, headers: { accept: "application/json", "sec-fetch-site": "same-origin" } },
    );
    if (status === 200) return;
    await sleep(1_000);
  }
}
