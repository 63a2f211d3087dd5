import { sleep, until } from "../shared/time";
import { utilisationOf, waitSecondsOf } from "./absent-figures";
import type { Cluster } from "./cluster";
import { countErrors } from "./guests";
import { onCluster } from "./on-cluster";
import { openSale } from "./sale";

const OUTFLOW_PER_MINUTE = 600;
const MINUTES = 3;
/** More present visitors than can be admitted in that time. */
const VISITORS = 2 * (MINUTES + 0.5) * OUTFLOW_PER_MINUTE;
const ABSENT_FIRST = 100;

/** Half of the visitors gone, and a hundred gone in front of everybody else. */
export const runAbsent = onCluster({ rooms: 1, workers: 1 }, async ({ cluster, say }) => {
  const front = await behindAbsent(cluster);
  say(`Behind ${ABSENT_FIRST} absent visitors the first waited ${front.firstLiveWaitSeconds} s`);
  const half = await halfAbsent(cluster, say);
  return { ...half, ...front, visitorErrors: half.errors + front.errors };
});

const openEvent = (cluster: Cluster, eventId: string) =>
  openSale(cluster, { eventId, outflowPerMinute: OUTFLOW_PER_MINUTE, queueAll: true });

/** Every second visitor joins and goes; counts admissions from the second minute to the third. */
async function halfAbsent(cluster: Cluster, say: (line: string) => void) {
  const { guests, watch, end } = await openEvent(cluster, "absenthalf");
  const startedAtMs = performance.now();
  const sending = guests.send({
    count: VISITORS,
    perSecond: 200,
    isPresent: (index) => index % 2 === 1,
  });
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    await sleep(startedAtMs + minute * 60_000 - performance.now());
    say(`${minute} min: ${watch.admissions.length} admitted`);
  }
  const fromMs = watch.lineTimeOf(startedAtMs + 60_000);
  const untilMs = fromMs + (MINUTES - 1) * 60_000;
  await sending;
  const stillWaiting = guests.all.filter(({ seen }) => seen.isPresent && !seen.entered).length;
  const { admitted } = await end();
  return {
    utilisation: utilisationOf(admitted, OUTFLOW_PER_MINUTE, { fromMs, untilMs }),
    admissions: admitted.length,
    visitors: guests.all.length,
    stillWaiting,
    errors: countErrors(guests),
  };
}

/** The first hundred join and go; then others come. */
async function behindAbsent(cluster: Cluster) {
  const { guests, end } = await openEvent(cluster, "absentfront");
  await guests.send({ count: ABSENT_FIRST, perSecond: 100, isPresent: () => false });
  await Promise.all(guests.all.map(({ visit }) => visit));
  const [first] = await guests.send({ count: 200, perSecond: 50 });
  await until(
    "somebody behind the absent ones was let in",
    () => first?.seen.entered === true,
    60_000,
  );
  await end();
  return {
    firstLiveWaitSeconds: first === undefined ? Infinity : waitSecondsOf(first.seen),
    firstLiveNumber: first?.seen.queueNumbers[0] ?? 0,
    errors: countErrors(guests),
  };
}
