import { sleep } from "../shared/time";
import { answersOk } from "../stack/services";
import { startBalancer } from "./balancer";
import { onCluster, type Stage } from "./cluster";
import { countIn, type Guests } from "./guests";
import { endWhenIn, openSale } from "./sale";

const EVENT = { eventId: "rolling", queueAll: true } as const;
/** Of the visitors a minute, so that some are in line to the end however many come. */
const OUTFLOW = { least: 900, share: 0.25 };
const MOST_JOINS_PER_SECOND = 200;
const NEWCOMERS = { share: 0.1, perSecond: 4 };

export const runRolling = onCluster({ rooms: 3, workers: 2, console: true }, async (stage) => {
  const { cluster, visitors, say } = stage;
  const balancer = await startBalancer(cluster.roomPorts);
  const outflowPerMinute = Math.max(OUTFLOW.least, Math.round(OUTFLOW.share * visitors));
  const event = { ...EVENT, outflowPerMinute };
  const sale = await openSale(cluster, event, { balancerPorts: [balancer.port], areWhole: true });
  const { guests } = sale;
  const joinsPerSecond = Math.min(MOST_JOINS_PER_SECOND, visitors / 20);
  await guests.send({ count: visitors, perSecond: joinsPerSecond });
  const perSecond = Math.max(NEWCOMERS.perSecond, visitors / 500);
  const coming = guests.send({ count: Math.ceil(NEWCOMERS.share * visitors), perSecond });
  const replaced = await replaceAll(stage, guests);
  await coming;
  const figures = await endWhenIn(sale, say);
  await balancer.close();
  return { ...figures, ...replaced };
});

async function replaceAll({ cluster, say }: Stage, guests: Guests) {
  const { rooms, workers, stack } = cluster;
  let replaced = 0;
  let waiting = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 2; time += 1) {
    for (const name of [...rooms, ...workers, "console"]) {
      const inLine = guests.all.length - countIn(guests);
      waiting = Math.min(waiting, inLine);
      say(`${name} is replaced, with ${inLine} in line and ${countIn(guests)} let in`);
      await cluster.restart([name], "SIGTERM");
      replaced += 1;
      await sleep(3_000);
    }
  }
  if (!(await answersOk(stack.ports.console, "/api/health")))
    throw new Error("The console does not answer after it was replaced.");
  return { replaced, waitingAtLeast: waiting };
}
