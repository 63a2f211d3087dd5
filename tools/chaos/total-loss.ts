import { setInlet, setLimit } from "@/lib/line/commands/limits";
import { reportPlaces } from "../crowd/report";
import { always } from "../shared/history";
import { maxSlidingRatio } from "../shared/measures";
import { sleep, until } from "../shared/time";
import { restartEmpty, secondsUntilAdmitting } from "./aftermath";
import { withTokens } from "./cap-figures";
import { unexpectedErrors } from "./failover-figures";
import { countIn } from "./guests";
import { onCluster, type Stage } from "./on-cluster";
import { openSale } from "./sale";

const EVENT = {
  eventId: "losssale",
  outflowPerMinute: 1_200,
  activeCap: 300,
  sessionMinutes: 20,
  queueTokenValiditySeconds: 120,
  queueAll: true,
} as const;
/** Below what the settings let in. */
const INLET_PER_MINUTE = 300;
const STOCK = 150;
const VISITORS = 1_000;
const PER_SECOND = 25;
const LOSS_AFTER_MS = 20_000;
const AFTERMATH_MS = 30_000;
const SOLD_WITHIN_MS = 180_000;
const AFTERWARDS_MS = 10_000;

/** Redis comes back without any data in the middle of a sale whose site has set limits. */
export const runTotalLoss = onCluster({ rooms: 2, workers: 1 }, measure);

async function measure({ cluster, say }: Stage) {
  const sale = await openSale(cluster, EVENT, { afterMs: AFTERMATH_MS });
  const { event, guests, disturbance } = sale;
  await setLimit(cluster.redis, event, "stock", STOCK);
  await setInlet(cluster.redis, event, { type: "fixed-rate", perMinute: INLET_PER_MINUTE });
  void guests.send({ count: VISITORS, perSecond: PER_SECOND });
  await sleep(LOSS_AFTER_MS);
  disturbance.begin();
  const backAtMs = await restartEmpty(cluster.stack, say);
  const seconds = await secondsUntilAdmitting([guests], backAtMs, { withinMs: 120_000, say });
  disturbance.end();
  await until("all is sold", () => countIn(guests) >= STOCK, SOLD_WITHIN_MS).catch(() => undefined);
  await sleep(AFTERWARDS_MS);
  const { seen, admitted } = await sale.end();
  const times = { seatMs: 0, validitySeconds: EVENT.queueTokenValiditySeconds };
  const admittedAtMs = withTokens(admitted, seen, times).map((one) => one.admittedAtMs);
  const ratio = maxSlidingRatio(admittedAtMs, always(INLET_PER_MINUTE));
  const tooFast = Math.max(0, Math.ceil((ratio - 1) * INLET_PER_MINUTE));
  return {
    admittedAgainstLimits: Math.max(0, countIn(guests) - STOCK) + tooFast,
    ...reportPlaces(seen),
    secondsUntilAdmitting: seconds,
    admissions: countIn(guests),
    unsold: Math.max(0, STOCK - countIn(guests)),
    visitorErrors: seen.flatMap(unexpectedErrors).length,
  };
}
