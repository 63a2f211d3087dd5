import { sleep } from "../shared/time";
import { countedErrors, leaveSite } from "./aftermath";
import { copyAppendOnlyFolder } from "./aof-copies";
import { CAP_AGENDA, type CapScene } from "./cap-agenda";
import { capFigures, type Leaves, seatsOf, withTokens } from "./cap-figures";
import { countErrors, type Guest } from "./guests";
import { onCluster, type Stage } from "./on-cluster";
import { openSale } from "./sale";
import type { LineWatch } from "./watch-line";

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
const STAY_MS = 60_000;
const GIVEN_BACK = 0.25;

/** Everything at once against the cap, with four waiting rooms and two workers. */
export const runCap = onCluster({ rooms: 4, workers: 2 }, measure);

async function measure({ cluster, seconds, say }: Stage) {
  const { event, watch, disturbance, guests, end } = await openSale(cluster, {
    eventId: EVENT_ID,
    outflowPerMinute: 600,
    sessionMinutes: SESSION_MINUTES,
    queueTokenValiditySeconds: VALIDITY_SECONDS,
  });
  const copies = await copyAppendOnlyFolder(cluster.stack);
  const leaves: Leaves = new Map();
  const giveSeatBack = async (guest: Guest): Promise<void> => {
    await guest.visit;
    if (Math.random() >= GIVEN_BACK) return;
    const { lineTimeOf } = watch;
    await leaveSite(guest, event, { cluster, leaves, stayMs: STAY_MS, lineTimeOf });
  };
  const send = (count: number, perSecond: number) =>
    void guests.send({
      count,
      perSecond,
      isPresent: (index) => index % ABSENT_EVERY !== 0,
      onSent: (guest) => void giveSeatBack(guest),
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
    if (isFault) disturbance.begin();
    await make(scene);
    if (isFault) disturbance.end();
  }
  await sleep(startedAtMs + seconds * 1_000 - performance.now());
  const { seen, admitted } = await end();
  const tookSeconds = Math.round((performance.now() - startedAtMs) / 1_000);
  for (const text of countedErrors(seen.flatMap(({ errors }) => errors))) say(text);
  await copies.close();
  return {
    ...capFigures(withTokens(admitted, seen, TIMES), leaves, watch, TIMES),
    seconds: tookSeconds,
    losses: watch.losses(),
    visitors: guests.all.length,
    visitorErrors: countErrors(guests),
  };
}

/** Visitors with a seat, as an observer knows them at this moment. */
function onSite({ admissions, lineTimeOf }: LineWatch, leaves: Leaves): number {
  const nowMs = lineTimeOf(performance.now());
  return seatsOf(admissions, leaves, TIMES.seatMs).filter(({ endsAtMs }) => endsAtMs > nowMs)
    .length;
}
