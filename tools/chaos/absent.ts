import { round } from "@/simulation/statistics";
import { sleep, until } from "../shared/time";
import { onCluster, type Stage } from "./cluster";
import { openSale } from "./sale";
import { figuresOf } from "./sale-figures";

const OUTFLOW_PER_MINUTE = 600;
const MINUTES = 3;
/** More present visitors than can be admitted in that time. */
const VISITORS = 2 * (MINUTES + 0.5) * OUTFLOW_PER_MINUTE;
const ABSENT_FIRST = 100;

export const runAbsent = onCluster({ rooms: 1, workers: 1 }, async (stage) => {
  const front = await behindAbsent(stage);
  stage.say(
    `Behind ${ABSENT_FIRST} absent visitors the first waited ${front.firstLiveWaitSeconds} s`,
  );
  const half = await halfAbsent(stage);
  return { ...half, ...front, visitorErrors: half.errors + front.errors };
});

const openEvent = ({ cluster }: Stage, eventId: string) =>
  openSale(cluster, { eventId, outflowPerMinute: OUTFLOW_PER_MINUTE, queueAll: true });

async function halfAbsent(stage: Stage) {
  const { guests, watch, end } = await openEvent(stage, "absenthalf");
  const startedAtMs = performance.now();
  const isPresent = (index: number) => index % 2 === 1;
  const sending = guests.send({ count: VISITORS, perSecond: 200, isPresent });
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    await sleep(startedAtMs + minute * 60_000 - performance.now());
    stage.say(`${minute} min: ${watch.admissions.length} admitted`);
  }
  const fromMs = watch.lineTimeOf(startedAtMs + 60_000);
  const untilMs = fromMs + (MINUTES - 1) * 60_000;
  await sending;
  const ended = await end();
  return {
    utilisation: utilisationOf(ended.admitted, OUTFLOW_PER_MINUTE, { fromMs, untilMs }),
    admissions: ended.admitted.length,
    errors: figuresOf([ended]).visitorErrors,
  };
}

async function behindAbsent(stage: Stage) {
  const { guests, end } = await openEvent(stage, "absentfront");
  await guests.send({ count: ABSENT_FIRST, perSecond: 100, isPresent: () => false });
  await Promise.all(guests.all.map(({ visit }) => visit));
  const [first] = await guests.send({ count: 200, perSecond: 50 });
  const isIn = () => first?.seen.entered === true;
  await until("somebody behind the absent ones was let in", isIn, 60_000);
  return {
    firstLiveWaitSeconds: first === undefined ? Infinity : waitSecondsOf(first.seen),
    errors: figuresOf([await end()]).visitorErrors,
  };
}

export function utilisationOf(
  admitted: readonly { readonly admittedAtMs: number }[],
  outflowPerMinute: number,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): number {
  const inTime = admitted.filter((one) => one.admittedAtMs >= fromMs && one.admittedAtMs < untilMs);
  return round(inTime.length / (((untilMs - fromMs) / 60_000) * outflowPerMinute));
}

/** How long somebody waited; infinite for one who was never let in. */
export function waitSecondsOf(seen: {
  readonly joinedAtMs: number | null;
  readonly admittedAtMs: number | null;
}): number {
  const waitedMs = (seen.admittedAtMs ?? Infinity) - (seen.joinedAtMs ?? 0);
  return round(waitedMs / 1_000, 1);
}
