import { sleep } from "../shared/time";
import { answersOk } from "../stack/services";
import { startBalancer } from "./balancer";
import { onCluster, type Stage } from "./cluster";
import { countIn, type Guests } from "./guests";
import { endWhenIn, openSale } from "./sale";

const EVENT = { eventId: "rolling", outflowPerMinute: 900, queueAll: true } as const;
const NEWCOMERS = { share: 0.1, perSecond: 4 };

export const runRolling = onCluster({ rooms: 3, workers: 2, console: true }, async (stage) => {
  const { cluster, visitors, say } = stage;
  const balancer = await startBalancer(cluster.roomPorts);
  const sale = await openSale(cluster, EVENT, { balancerPorts: [balancer.port], areWhole: true });
  const { guests } = sale;
  await guests.send({ count: visitors, perSecond: visitors / 20 });
  const { share, perSecond } = NEWCOMERS;
  const coming = guests.send({ count: Math.ceil(share * visitors), perSecond });
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
