import { sleep, until } from "../shared/time";
import { secondsUntilAdmitting } from "./aftermath";
import { type AofCopies, copyAppendOnlyFolder } from "./aof-copies";
import type { Cluster } from "./cluster";
import { failoverFigures } from "./failover-figures";
import { countIn } from "./guests";
import { onCluster, type Stage } from "./on-cluster";
import { makeRights, type Right } from "./rights";
import { openSale } from "./sale";

const EVENT = {
  eventId: "undonerights",
  outflowPerMinute: 600,
  sessionMinutes: 20,
  queueTokenValiditySeconds: 120,
  queueAll: true,
} as const;
/** Redis comes back from a copy so old: once, and three times in a row. */
const OLD_MS = 2_000;
const LOSSES = [1, 3];
const BETWEEN_LOSSES_MS = 3_000;
/** One right is used every so often, so that some of each kind are used in the seconds that are undone. */
const USED_EVERY_MS = 60;
const USED_BEFORE_MS = 4_000;
const OF_EACH_KIND = 300;
const GUESTS = 300;
const GUESTS_PER_SECOND = 10;
const IN_WITHIN_MS = 120_000;

/**
 * Visitors use access codes, enqueue tokens, keys of their own and codes for another device while Redis loses two
 * seconds, once and three times in a row, with all processes alive. Then strangers try each right again, and the devices
 * before try the places that moved.
 */
export const runUndoneRights = onCluster({ rooms: 2, workers: 1 }, measure);

async function measure({ cluster, say }: Stage) {
  const sale = await openSale(cluster, EVENT);
  const { event, guests, disturbance } = sale;
  const rights = await makeRights(cluster, event, OF_EACH_KIND);
  const copies = await copyAppendOnlyFolder(cluster.stack);
  void guests.send({ count: GUESTS, perSecond: GUESTS_PER_SECOND });
  const user = takeTurns(rights);
  const lostAtMs: number[] = [];
  const recoveries: number[] = [];
  for (const times of LOSSES) {
    await sleep(USED_BEFORE_MS);
    disturbance.begin();
    for (let loss = 1; loss <= times; loss += 1) {
      if (loss > 1) await sleep(BETWEEN_LOSSES_MS);
      lostAtMs.push(await lose(cluster, copies, say));
    }
    const backAtMs = performance.now();
    recoveries.push(await secondsUntilAdmitting([guests], backAtMs, { withinMs: 60_000, say }));
    disturbance.end();
  }
  await user.stop();
  const figures = await tryAgain(rights, lostAtMs);
  say(`Of the undone seconds: ${JSON.stringify(figures.undone)}`);
  await until("all are in", () => countIn(guests) >= GUESTS, IN_WITHIN_MS).catch(() => undefined);
  const seen = failoverFigures(
    [
      {
        ...(await sale.end()),
        ...{ outflowPerMinute: EVENT.outflowPerMinute, activeCap: null, stock: null, seatMs: 0 },
        ...{ validitySeconds: EVENT.queueTokenValiditySeconds, leaves: new Map() },
      },
    ],
    { recoverySeconds: Math.max(...recoveries), lineTimeJumpSeconds: 0 },
  );
  await copies.close();
  return {
    placesLost: seen.placesLost,
    doubledNumbers: seen.doubledNumbers,
    doubleAdmissions: seen.doubleAdmissions,
    maxSlidingRatio: seen.maxSlidingRatio,
    recoverySeconds: seen.recoverySeconds,
    visitorErrors: seen.visitorErrors,
    rightsUsedTwice: figures.usedTwice,
    movesUndone: figures.movesUndone,
    admissions: seen.admissions,
    ...figures.undone,
  };
}

/** Redis is killed and comes back from a copy; answers when it was killed. */
async function lose(
  { stack }: Cluster,
  copies: AofCopies,
  say: (line: string) => void,
): Promise<number> {
  const copy = await copies.about(OLD_MS);
  await stack.stop("redis", "SIGKILL");
  const killedAtMs = performance.now();
  await stack.restartRedisFrom(copy);
  say("Redis has lost two seconds");
  return killedAtMs;
}

/** Uses one right after the other, of each kind in turn, until it is stopped. */
function takeTurns(rights: readonly Right[]): { stop(): Promise<void> } {
  let isStopped = false;
  const underWay: Promise<void>[] = [];
  const going = (async () => {
    for (const right of rights) {
      if (isStopped) break;
      underWay.push(right.use(() => isStopped));
      await sleep(USED_EVERY_MS);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await going;
      await Promise.all(underWay);
    },
  };
}

/** Tries every right that was used, and counts those of each kind that the losses have undone. */
async function tryAgain(rights: readonly Right[], lostAtMs: readonly number[]) {
  const used = rights.filter(({ usedAtMs }) => usedAtMs !== null);
  const isUndone = ({ usedAtMs }: Right) =>
    lostAtMs.some((at) => usedAtMs !== null && usedAtMs <= at && usedAtMs > at - OLD_MS);
  const twice = await Promise.all(used.map(async (right) => (await right.isGoodAgain()) && right));
  const good = twice.filter((right) => right !== false);
  const movesUndone = good.filter(({ kind }) => kind === "moves").length;
  const ofKind = (kind: Right["kind"]) =>
    used.filter((right) => right.kind === kind && isUndone(right)).length;
  const undone = {
    codesInUndone: ofKind("codes"),
    tokensInUndone: ofKind("tokens"),
    keysInUndone: ofKind("keys"),
    movesInUndone: ofKind("moves"),
  };
  return { usedTwice: good.length - movesUndone, movesUndone, undone };
}
