import { join } from "node:path";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import { type LocalCluster, startRedisCluster } from "../redis-group/redis-cluster";
import type { RedisMember } from "../redis-group/redis-members";
import { sleep, until } from "../shared/time";
import { Supervisor } from "../stack/processes";
import { temporaryDirectory } from "../stack/temporary-directory";
import { newDisturbance, secondsUntilAdmitting } from "./aftermath";
import { type Cluster, type Given, type Scenario, startCluster } from "./cluster";
import type { Guest } from "./guests";
import { openSale, type Sale } from "./sale";
import { figuresOf, LOSSES, pick, sayErrors } from "./sale-figures";

const TIMES = { queueTokenValiditySeconds: 30, queueAll: true };
/** People are on the site for half a minute at most, and say when they go. */
const CAPPED = { eventId: "clustercap", outflowPerMinute: 600, activeCap: 100, sessionMinutes: 1 };
/** Nobody leaves, so that nothing is given back. */
const STOCKED = { eventId: "clusterstock", outflowPerMinute: 240, sessionMinutes: 20 };
const STOCK = 250;
/** Nothing of this may take longer. */
const LIMITS = { promotionMs: 60_000, admissionMs: 90_000, replicaMs: 90_000, saleMs: 180_000 };

type Scene = {
  readonly redis: LocalCluster;
  readonly supervisor: Supervisor;
  readonly cluster: Cluster;
  readonly sales: readonly [Sale, Sale];
  readonly say: Given["say"];
};

/** The master of a line stands still and goes on as a replica; the one that took its place is killed. */
export const runClusterFailover: Scenario = onRedisCluster(async (scene) => {
  const { redis, supervisor, sales, say } = scene;
  const [capped] = sales;
  const first = await masterOf(scene, capped.event);
  say(`${first.name}, which has the line with the cap, stands still`);
  const frozen = await outage(scene, first, () => signal(supervisor, first, "SIGSTOP"));
  signal(supervisor, first, "SIGCONT");
  const second = await masterOf(scene, capped.event);
  await until(`${first.name} follows`, () => redis.isFollowed(second), LIMITS.replicaMs);
  await sleep(15_000);
  say(`${second.name} is killed`);
  const killed = await outage(scene, second, () => supervisor.stop(second.name, "SIGKILL"));
  return { recoverySeconds: Math.max(frozen, killed), promotions: 2 };
});

/** The slots of both lines move to other masters while they are in use, four times. */
export const runClusterReshard: Scenario = onRedisCluster(async (scene) => {
  const { redis, sales, say } = scene;
  const recoveries: number[] = [];
  for (const { event } of [...sales, ...sales]) {
    const slot = await slotOf(scene.cluster, event);
    const owner = await masterOf(scene, event);
    const masters = await redis.masters();
    const next =
      masters[(masters.findIndex(({ name }) => name === owner.name) + 1) % masters.length];
    if (next === undefined) throw new Error("A cluster has masters.");
    say(`The slot of ${event.eventId} moves from ${owner.name} to ${next.name}`);
    const fromMs = performance.now();
    await sales[0].disturbance.during(async () => {
      await redis.moveSlot(slot, next);
      recoveries.push(await untilAdmitting(scene, event, fromMs));
    });
    await sleep(5_000);
  }
  return { recoverySeconds: Math.max(...recoveries), slotsMoved: recoveries.length };
});

/** Three masters and a replica of each, three waiting rooms, and two sales with their crowds. */
function onRedisCluster(disturb: (scene: Scene) => Promise<Record<string, number>>): Scenario {
  return async ({ say }) => {
    const dataDirectory = await temporaryDirectory("stanchion-cluster-");
    const supervisor = new Supervisor(join(dataDirectory, "logs"));
    const group = { dataDirectory, supervisor, onProgress: say };
    const redis = await startRedisCluster({ ...group, masters: 3, isReplicated: true });
    const cluster = await startCluster({ rooms: 3, workers: 1, redisUrl: redis.url, say });
    const sales = await openSales(cluster);
    await sleep(15_000);
    const disturbed = await disturb({ redis, supervisor, cluster, sales, say });
    const [capped, stocked] = sales;
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
      ...disturbed,
      lineTimeJumpSeconds: Math.round(capped.watch.jumpMs() / 10) / 100,
    };
  };
}

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

async function slotOf({ redis }: Cluster, event: EventRef): Promise<number> {
  return Number(await redis.call("CLUSTER", "KEYSLOT", eventKeys(event).line));
}

async function masterOf({ redis, cluster }: Scene, event: EventRef): Promise<RedisMember> {
  const owner = await redis.ownerOf(await slotOf(cluster, event));
  if (owner === undefined) throw new Error(`The line of ${event.eventId} has no master.`);
  return owner;
}

function signal(supervisor: Supervisor, { name }: RedisMember, signalName: NodeJS.Signals): void {
  const processId = supervisor.processId(name);
  if (processId === undefined) throw new Error(`${name} does not run.`);
  process.kill(processId, signalName);
}

/** Takes the master away; answers the seconds from the promotion of another until somebody is let in. */
function outage(scene: Scene, master: RedisMember, takeAway: () => unknown): Promise<number> {
  const { sales, redis, cluster, say } = scene;
  return sales[0].disturbance.during(async () => {
    const slot = await slotOf(cluster, sales[0].event);
    const fromMs = performance.now();
    await takeAway();
    const isPromoted = async () => (await redis.successorOf(slot, master)) !== undefined;
    await until("another is promoted", isPromoted, LIMITS.promotionMs);
    const promotedAtMs = performance.now();
    say(`Another was promoted after ${((promotedAtMs - fromMs) / 1_000).toFixed(1)} s`);
    return untilAdmitting(scene, sales[0].event, promotedAtMs);
  });
}

function untilAdmitting({ sales, say }: Scene, event: EventRef, fromMs: number): Promise<number> {
  const ofEvent = sales.filter((sale) => sale.event === event);
  const seen = () => ofEvent.flatMap(({ guests }) => guests.seen());
  return secondsUntilAdmitting(seen, fromMs, { withinMs: LIMITS.admissionMs, say });
}
