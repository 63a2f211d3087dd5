import type { EventRef } from "@/lib/line/keys";
import { sleep, until } from "../shared/time";
import { utilisationOf, waitSecondsOf } from "./absent-figures";
import { type Cluster, startCluster } from "./cluster";
import { inviteGuests } from "./guests";
import type { Scenario } from "./scenario";
import { judgeAbsent } from "./verdicts";
import { watchLine } from "./watch-line";

const OUTFLOW_PER_MINUTE = 600;
const MINUTES = 3;
/** More present visitors than can be admitted in that time. */
const VISITORS = 2 * (MINUTES + 0.5) * OUTFLOW_PER_MINUTE;
const ABSENT_FIRST = 100;

/** Half of the visitors gone, and a hundred gone in front of everybody else. */
export const runAbsent: Scenario = async ({ say }) => {
  const cluster = await startCluster({ rooms: 1, workers: 1, say });
  const open = (eventId: string) =>
    cluster.open({ eventId, outflowPerMinute: OUTFLOW_PER_MINUTE, queueAll: true });
  const front = await behindAbsent(cluster, await open("absentfront"));
  say(`Behind ${ABSENT_FIRST} absent visitors the first waited ${front.firstLiveWaitSeconds} s`);
  const half = await halfAbsent(cluster, await open("absenthalf"), say);
  await cluster.close();
  const figures = { ...half, ...front, visitorErrors: half.errors + front.errors };
  return { figures, bars: judgeAbsent(figures) };
};

/** Every second visitor joins and goes; counts admissions from the second minute to the third. */
async function halfAbsent(cluster: Cluster, event: EventRef, say: (line: string) => void) {
  const watch = watchLine(cluster, event);
  const guests = inviteGuests(cluster, event);
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
  await guests.goHome();
  const admitted = await watch.complete();
  await watch.close();
  return {
    utilisation: utilisationOf(admitted, OUTFLOW_PER_MINUTE, { fromMs, untilMs }),
    admissions: admitted.length,
    visitors: guests.all.length,
    stillWaiting,
    errors: guests.all.reduce((sum, { seen }) => sum + seen.errors.length, 0),
  };
}

/** The first hundred join and go; then others come. */
async function behindAbsent(cluster: Cluster, event: EventRef) {
  const guests = inviteGuests(cluster, event);
  await guests.send({ count: ABSENT_FIRST, perSecond: 100, isPresent: () => false });
  await Promise.all(guests.all.map(({ visit }) => visit));
  const [first] = await guests.send({ count: 200, perSecond: 50 });
  await until(
    "somebody behind the absent ones was let in",
    () => first?.seen.entered === true,
    60_000,
  );
  await guests.goHome();
  return {
    firstLiveWaitSeconds: first === undefined ? Infinity : waitSecondsOf(first.seen),
    firstLiveNumber: first?.seen.queueNumbers[0] ?? 0,
    errors: guests.all.reduce((sum, { seen }) => sum + seen.errors.length, 0),
  };
}
