import { sleep, until } from "../shared/time";
import { answersOk } from "../stack/services";
import { startBalancer } from "./balancer";
import { type Cluster, startCluster } from "./cluster";
import { countIn, type Guests, inviteGuests } from "./guests";
import { errorsOf, promiseFigures } from "./promise-figures";
import type { Scenario } from "./scenario";
import { judgePromises } from "./verdicts";
import { watchLine } from "./watch-line";

const EVENT = {
  eventId: "rolling",
  outflowPerMinute: 900,
  queueTokenValiditySeconds: 120,
  queueAll: true,
} as const;
const ARRIVALS_SECONDS = 20;
/** So many more come while processes are replaced. */
const NEWCOMERS = { share: 0.1, perSecond: 4 };
const TIMES = 2;
const BETWEEN_MS = 3_000;
const ALL_IN_MS = 300_000;

/** All processes of an installation are replaced, one after the other, while people come and wait. */
export const runRolling: Scenario = async ({ visitors, say }) => {
  const cluster = await startCluster({ rooms: 3, workers: 2, console: true, say });
  const balancer = await startBalancer(cluster.roomPorts);
  const event = await cluster.open(EVENT);
  const watch = watchLine(cluster, event);
  let sentAgain = 0;
  const guests = inviteGuests(cluster, event, {
    balancerPorts: [balancer.port],
    fetchesScripts: true,
    onSentAgain: () => {
      sentAgain += 1;
    },
  });
  await guests.send({ count: visitors, perSecond: visitors / ARRIVALS_SECONDS });
  const { share, perSecond } = NEWCOMERS;
  const coming = guests.send({ count: Math.ceil(share * visitors), perSecond });
  const replaced = await replaceAll(cluster, guests, say);
  await coming;
  const areIn = () => countIn(guests) === guests.all.length;
  await until("everybody is in", areIn, ALL_IN_MS).catch(() => undefined);
  await guests.goHome();
  const seen = guests.all.map((guest) => guest.seen);
  for (const text of errorsOf(seen)) say(text);
  const figures = {
    ...promiseFigures({
      seen,
      admitted: await watch.complete(),
      outflow: watch.outflow,
      validitySeconds: EVENT.queueTokenValiditySeconds,
    }),
    ...replaced,
    losses: watch.losses(),
    sentAgain,
    takenByAnother: balancer.takenByAnother(),
  };
  await watch.close();
  await balancer.close();
  await cluster.close();
  return { figures, bars: judgePromises(figures) };
};

/** Each process is asked to end, as an operator does, and starts again; the next one follows when it answers. */
async function replaceAll(cluster: Cluster, guests: Guests, say: (line: string) => void) {
  const { rooms, workers, stack } = cluster;
  let replaced = 0;
  let waiting = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES; time += 1) {
    for (const name of [...rooms, ...workers, "console"]) {
      const inLine = guests.all.length - countIn(guests);
      waiting = Math.min(waiting, inLine);
      say(`${name} is replaced, with ${inLine} in line and ${countIn(guests)} let in`);
      await cluster.restart([name], "SIGTERM");
      replaced += 1;
      await sleep(BETWEEN_MS);
    }
  }
  if (!(await answersOk(stack.ports.console, "/api/health")))
    throw new Error("The console does not answer after it was replaced.");
  return { replaced, waitingAtLeast: waiting };
}
