import { setInlet } from "@/lib/line/commands/limits";
import { always } from "../shared/history";
import { sleep } from "../shared/time";
import { loseEverything, newDisturbance } from "./aftermath";
import { onCluster } from "./cluster";
import { openSale } from "./sale";
import { figuresOf, pick } from "./sale-figures";

const EVENT = { eventId: "losssale", outflowPerMinute: 1_200, activeCap: 300, queueAll: true };
/** Below what the settings let in. */
const INLET_PER_MINUTE = 300;
const STOCK = 150;

export const runTotalLoss = onCluster({ rooms: 2, workers: 1 }, async ({ cluster, say }) => {
  const disturbance = newDisturbance(30_000);
  const sale = await openSale(cluster, EVENT, { disturbance, stock: STOCK });
  const inlet = { type: "fixed-rate", perMinute: INLET_PER_MINUTE } as const;
  await setInlet(cluster.redis, sale.event, inlet);
  void sale.guests.send({ count: 1_000, perSecond: 25 });
  await sleep(20_000);
  const { seconds } = await loseEverything(cluster.stack, sale, 120_000, say);
  await sale.untilIn(STOCK, 180_000);
  await sleep(10_000);
  const ended = await sale.end();
  const figures = figuresOf([{ ...ended, outflow: always(INLET_PER_MINUTE) }]);
  const tooFast = Math.max(0, Math.ceil((figures.maxSlidingRatio - 1) * INLET_PER_MINUTE));
  return {
    admittedAgainstLimits: figures.soldMoreThanStock + tooFast,
    ...pick(figures, ["placesLost", "doubledNumbers", "unsold", "visitorErrors"]),
    secondsUntilAdmitting: seconds,
    admissions: ended.seen.filter(({ tokenSeconds }) => tokenSeconds.length > 0).length,
  };
});
