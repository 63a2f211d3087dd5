import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setInlet, setLimit } from "@/lib/line/commands/limits";
import { reportPlaces } from "../crowd/report";
import { always } from "../shared/history";
import { maxSlidingRatio } from "../shared/measures";
import { sleep, until } from "../shared/time";
import { temporaryDirectory } from "../stack/temporary-directory";
import { withTokens } from "./cap-figures";
import { startCluster } from "./cluster";
import { unexpectedErrors } from "./failover-figures";
import { countIn, inviteGuests } from "./guests";
import type { Scenario } from "./scenario";
import { judgeTotalLoss } from "./verdicts";
import { watchLine } from "./watch-line";

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
export const runTotalLoss: Scenario = async ({ say }) => {
  const cluster = await startCluster({ rooms: 2, workers: 1, say });
  const event = await cluster.open(EVENT);
  await setLimit(cluster.redis, event, "stock", STOCK);
  await setInlet(cluster.redis, event, { type: "fixed-rate", perMinute: INLET_PER_MINUTE });
  const watch = watchLine(cluster, event);
  let disturbedUntilMs = 0;
  const isDisturbed = () => performance.now() < disturbedUntilMs;
  const guests = inviteGuests(cluster, event, { isDisturbed });
  void guests.send({ count: VISITORS, perSecond: PER_SECOND });
  await sleep(LOSS_AFTER_MS);
  disturbedUntilMs = Number.POSITIVE_INFINITY;
  const empty = join(await temporaryDirectory("stanchion-empty-"), "nothing");
  await mkdir(empty);
  say("Redis comes back with nothing");
  await cluster.stack.restartRedisFrom(empty);
  const backAtMs = performance.now();
  const first = () =>
    guests.all
      .map(({ seen }) => seen.admittedAtMs ?? Infinity)
      .filter((at) => at >= backAtMs)
      .reduce((least, at) => Math.min(least, at), Infinity);
  await until("somebody is let in", () => first() < Infinity, 120_000).catch(() => undefined);
  const secondsUntilAdmitting = (Math.min(first(), performance.now()) - backAtMs) / 1_000;
  say(`Somebody was let in ${secondsUntilAdmitting.toFixed(1)} s later`);
  disturbedUntilMs = performance.now() + AFTERMATH_MS;
  await until("all is sold", () => countIn(guests) >= STOCK, SOLD_WITHIN_MS).catch(() => undefined);
  await sleep(AFTERWARDS_MS);
  await guests.goHome();
  const seen = guests.all.map((guest) => guest.seen);
  const times = { seatMs: 0, validitySeconds: EVENT.queueTokenValiditySeconds };
  const admitted = withTokens(await watch.complete(), seen, times);
  await watch.close();
  await cluster.close();
  const ratio = maxSlidingRatio(
    admitted.map(({ admittedAtMs }) => admittedAtMs),
    always(INLET_PER_MINUTE),
  );
  const tooFast = Math.max(0, Math.ceil((ratio - 1) * INLET_PER_MINUTE));
  const figures = {
    admittedAgainstLimits: Math.max(0, countIn(guests) - STOCK) + tooFast,
    ...reportPlaces(seen),
    secondsUntilAdmitting: Math.round(secondsUntilAdmitting * 10) / 10,
    admissions: countIn(guests),
    unsold: Math.max(0, STOCK - countIn(guests)),
    visitorErrors: seen.flatMap(unexpectedErrors).length,
  };
  return { figures, bars: judgeTotalLoss(figures) };
};
