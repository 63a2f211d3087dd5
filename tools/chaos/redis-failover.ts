import { join } from "node:path";
import type { RedisMember } from "../redis-group/redis-members";
import { type ReplicatedRedis, startReplicatedRedis } from "../redis-group/replicated-redis";
import { sleep, until } from "../shared/time";
import { Supervisor } from "../stack/processes";
import { temporaryDirectory } from "../stack/temporary-directory";
import { newDisturbance, type Say, secondsUntilAdmitting } from "./aftermath";
import { type Cluster, type Scenario, startCluster } from "./cluster";
import type { Guest } from "./guests";
import { openSale, type Sale } from "./sale";
import { figuresOf, LOSSES, pick, sayErrors } from "./sale-figures";

/** The first replica's clock is ten minutes ahead, the second one's ten minutes behind. */
const CLOCKS = [0, 600, -600] as const;
const TIMES = { queueTokenValiditySeconds: 30, queueAll: true };
/** People are on the site for half a minute at most, and say when they go. */
const CAPPED = { eventId: "failcap", outflowPerMinute: 600, activeCap: 100, sessionMinutes: 1 };
/** Nobody leaves, so that nothing is given back. */
const STOCKED = { eventId: "failstock", outflowPerMinute: 240, sessionMinutes: 20 };
const STOCK = 250;
/** Nothing of this may take longer. */
const LIMITS = { promotionMs: 60_000, admissionMs: 90_000, replicaMs: 90_000, saleMs: 180_000 };

/** Sentinel promotes a replica twice: the master stands still and goes on later, then the next one is killed. */
export const runRedisFailover: Scenario = async ({ say }) => {
  const dataDirectory = await temporaryDirectory("stanchion-failover-");
  const supervisor = new Supervisor(join(dataDirectory, "logs"));
  const group = { dataDirectory, supervisor, clocks: CLOCKS, onProgress: say };
  const redis = await startReplicatedRedis(group);
  const cluster = await startCluster({ rooms: 3, workers: 1, redisUrl: redis.url, say });
  const sales = await openSales(cluster);
  const [capped, stocked] = sales;
  const [first, second] = redis.members;
  await sleep(15_000);
  say("The master stands still");
  const scene = { redis, sales, say };
  const frozen = await outage(scene, first, () => redis.signal(first, "SIGSTOP"));
  redis.signal(first, "SIGCONT");
  await until("the old master follows", () => isFollowed(cluster, 2), LIMITS.replicaMs);
  await sleep(15_000);
  say("The master is killed");
  const killed = await outage(scene, second, () => supervisor.stop(second.name, "SIGKILL"));
  await stocked.untilIn(STOCK, LIMITS.saleMs);
  await sleep(10_000);
  const ended = await Promise.all(sales.map(({ end }) => end()));
  for (const { seen } of ended) sayErrors(seen, say);
  const counts = ["visitors", "admissions", "admissionsNearTheCap", "unsold"] as const;
  const excess = ["admittedWhileFull", "soldMoreThanStock", "visitorErrors"] as const;
  await cluster.close();
  await supervisor.close();
  return {
    ...pick(figuresOf(ended), [...LOSSES, ...excess, ...counts]),
    recoverySeconds: Math.max(frozen, killed),
    lineTimeJumpSeconds: Math.round(capped.watch.jumpMs() / 10) / 100,
  };
};

async function openSales(cluster: Cluster): Promise<[Sale, Sale]> {
  const disturbance = newDisturbance();
  const capped = await openSale(cluster, { ...CAPPED, ...TIMES }, { disturbance });
  const stocked = await openSale(cluster, { ...STOCKED, ...TIMES }, { disturbance, stock: STOCK });
  const { guests, leave } = capped;
  const onSent = (guest: Guest) => void leave(guest, 30_000);
  void guests.send({ count: 300, perSecond: 60, onSent });
  void guests.send({ count: 10_000, perSecond: 6, onSent });
  void stocked.guests.send({ count: 330, perSecond: 20 });
  return [capped, stocked];
}

type Scene = {
  readonly redis: ReplicatedRedis;
  readonly sales: readonly [Sale, Sale];
  readonly say: Say;
};

/** Takes the master away; answers the seconds from the promotion of another until somebody is let in. */
function outage({ redis, sales, say }: Scene, master: RedisMember, takeAway: () => unknown) {
  return sales[0].disturbance.during(async () => {
    const fromMs = performance.now();
    await takeAway();
    let promoted: RedisMember | undefined;
    const isPromoted = async () => {
      promoted = await redis.master();
      return promoted !== undefined && promoted.name !== master.name;
    };
    await until("another is promoted", isPromoted, LIMITS.promotionMs);
    const promotedAtMs = performance.now();
    const after = (promotedAtMs - fromMs) / 1_000;
    say(`${promoted?.name} was promoted after ${after.toFixed(1)} s`);
    const seen = () => sales.flatMap(({ guests }) => guests.seen());
    return secondsUntilAdmitting(seen, promotedAtMs, { withinMs: LIMITS.admissionMs, say });
  });
}

async function isFollowed({ redis }: Cluster, replicas: number): Promise<boolean> {
  const told = await redis.info("replication").catch(() => "");
  return told.includes(`min_slaves_good_slaves:${replicas}`);
}
