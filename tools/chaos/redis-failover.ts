import { join } from "node:path";
import { setLimit } from "@/lib/line/commands/limits";
import type { RedisMember } from "../redis-group/redis-members";
import { type ReplicatedRedis, startReplicatedRedis } from "../redis-group/replicated-redis";
import { sleep, until } from "../shared/time";
import { Supervisor } from "../stack/processes";
import { temporaryDirectory } from "../stack/temporary-directory";
import {
  admittedAfter,
  countedErrors,
  type Disturbance,
  leaveSite,
  newDisturbance,
} from "./aftermath";
import type { Leaves } from "./cap-figures";
import { type Cluster, startCluster } from "./cluster";
import { failoverFigures, type SeenEvent, unexpectedErrors } from "./failover-figures";
import { type Guest, type Guests, inviteGuests } from "./guests";
import type { Scenario } from "./scenario";
import { type ClockWatch, watchClock } from "./watch-clock";
import { type LineWatch, watchLine } from "./watch-line";

/** The first replica's clock is ten minutes ahead, the second one's ten minutes behind. */
const CLOCKS = [0, 600, -600] as const;
const VALIDITY_SECONDS = 30;
/** People are on the site for half a minute at most, and say when they go. */
const CAPPED = { eventId: "failcap", outflowPerMinute: 600, activeCap: 100, sessionMinutes: 1 };
/** Nobody leaves, so that nothing is given back. */
const STOCKED = { eventId: "failstock", outflowPerMinute: 240, sessionMinutes: 20 };
const STOCK = 250;
const BUYERS = 330;
const STAY_MS = 30_000;
const FIRST_OUTAGE_MS = 15_000;
const BETWEEN_MS = 15_000;
const AFTERWARDS_MS = 10_000;
/** Nothing of this may take longer. */
const LIMITS = { promotionMs: 60_000, admissionMs: 90_000, replicaMs: 90_000, saleMs: 180_000 };
/** Failed requests after an outage belong to it: browsers retry after up to 8 s. */

/** Sentinel promotes a replica twice: the master stands still and goes on later, then the next one is killed. */
export const runRedisFailover: Scenario = async ({ say }) => {
  const dataDirectory = await temporaryDirectory("stanchion-failover-");
  const supervisor = new Supervisor(join(dataDirectory, "logs"));
  const redis = await startReplicatedRedis({
    dataDirectory,
    supervisor,
    clocks: CLOCKS,
    onProgress: say,
  });
  const cluster = await startCluster({ rooms: 3, workers: 1, redisUrl: redis.url, say });
  const scene = await openScene(cluster);
  const [first, second] = redis.members;
  await sleep(FIRST_OUTAGE_MS);
  say("The master stands still");
  const frozen = await outage(scene, redis, first, () => redis.signal(first, "SIGSTOP"), say);
  redis.signal(first, "SIGCONT");
  await until("the old master follows", () => isFollowed(scene, 2), LIMITS.replicaMs);
  await sleep(BETWEEN_MS);
  say("The master is killed");
  const kill = () => supervisor.stop(second.name, "SIGKILL");
  const killed = await outage(scene, redis, second, kill, say);
  await scene.end(say);
  const figures = failoverFigures(await scene.seen(), {
    recoverySeconds: Math.round(Math.max(frozen, killed) * 10) / 10,
    lineTimeJumpSeconds: Math.round(scene.clock.jumpMs() / 10) / 100,
  });
  await scene.close();
  await cluster.close();
  await supervisor.close();
  return figures;
};

type Scene = {
  readonly cluster: Cluster;
  readonly guests: readonly Guests[];
  readonly clock: ClockWatch;
  readonly disturbance: Disturbance;
  end(say: (line: string) => void): Promise<void>;
  seen(): Promise<SeenEvent[]>;
  close(): Promise<void>;
};

/** Opens both events and lets their visitors come. */
async function openScene(cluster: Cluster): Promise<Scene> {
  const times = { queueTokenValiditySeconds: VALIDITY_SECONDS, queueAll: true };
  const capped = await cluster.open({ ...CAPPED, ...times });
  const stocked = await cluster.open({ ...STOCKED, ...times });
  await setLimit(cluster.redis, stocked, "stock", STOCK);
  const clock = watchClock(cluster.redis, capped);
  const watches = [capped, stocked].map((event) => watchLine(cluster, event));
  const disturbance = newDisturbance();
  const [visitors, buyers] = [capped, stocked].map((event) =>
    inviteGuests(cluster, event, disturbance),
  );
  if (visitors === undefined || buyers === undefined) throw new Error("Nobody was invited.");
  const leaves: Leaves = new Map();
  const { lineTimeOf } = clock;
  const onSent = (guest: Guest) =>
    void leaveSite(guest, capped, { cluster, leaves, stayMs: STAY_MS, lineTimeOf });
  void visitors.send({ count: 300, perSecond: 60, onSent });
  void visitors.send({ count: 10_000, perSecond: 6, onSent });
  void buyers.send({ count: BUYERS, perSecond: 20 });
  const soldCount = () => buyers.all.filter(({ seen }) => seen.tokenSeconds.length > 0).length;
  return {
    disturbance,
    cluster,
    clock,
    guests: [visitors, buyers],
    async end(say) {
      await until("all is sold", () => soldCount() >= STOCK, LIMITS.saleMs).catch(() =>
        say(`Only ${soldCount()} of ${STOCK} were sold`),
      );
      await sleep(AFTERWARDS_MS);
      await Promise.all([visitors.goHome(), buyers.goHome()]);
      for (const text of errorsOf([visitors, buyers])) say(text);
    },
    seen: () => seenEvents([visitors, buyers], watches, leaves),
    async close() {
      await Promise.all([clock.close(), ...watches.map((watch) => watch.close())]);
    },
  };
}

function seenEvents(
  [visitors, buyers]: readonly [Guests, Guests],
  watches: readonly LineWatch[],
  leaves: Leaves,
): Promise<SeenEvent[]> {
  const parts = [
    { event: CAPPED, guests: visitors, activeCap: CAPPED.activeCap, stock: null },
    { event: STOCKED, guests: buyers, activeCap: null, stock: STOCK },
  ];
  return Promise.all(
    parts.map(async ({ event, guests, activeCap, stock }, index) => ({
      seen: guests.all.map((guest) => guest.seen),
      admitted: (await watches[index]?.complete()) ?? [],
      outflowPerMinute: event.outflowPerMinute,
      activeCap,
      stock,
      seatMs: (event.sessionMinutes * 60 + VALIDITY_SECONDS + 60) * 1_000,
      validitySeconds: VALIDITY_SECONDS,
      leaves,
    })),
  );
}

function errorsOf(guests: readonly Guests[]): string[] {
  const errors = guests.flatMap(({ all }) => all.flatMap(({ seen }) => unexpectedErrors(seen)));
  return countedErrors(errors);
}

/**
 * Takes the master away and waits until Sentinel has promoted another and somebody is let in. Answers the
 * seconds between the two.
 */
async function outage(
  scene: Scene,
  redis: ReplicatedRedis,
  master: RedisMember,
  takeAway: () => unknown,
  say: (line: string) => void,
): Promise<number> {
  scene.disturbance.begin();
  const fromMs = performance.now();
  await takeAway();
  let promoted: RedisMember | undefined;
  await until(
    "another is promoted",
    async () => {
      promoted = await redis.master();
      return promoted !== undefined && promoted.name !== master.name;
    },
    LIMITS.promotionMs,
  );
  const promotedAtMs = performance.now();
  const after = (promotedAtMs - fromMs) / 1_000;
  say(`${promoted?.name} was promoted after ${after.toFixed(1)} s`);
  const admittedAtMs = await admittedAfter(scene.guests, promotedAtMs, LIMITS.admissionMs);
  scene.disturbance.end();
  const seconds = (admittedAtMs - promotedAtMs) / 1_000;
  say(`Somebody was let in ${seconds.toFixed(1)} s later`);
  return seconds;
}

/** Whether the master has so many replicas. */
async function isFollowed({ cluster }: Scene, replicas: number): Promise<boolean> {
  const told = await cluster.redis.info("replication").catch(() => "");
  return told.includes(`min_slaves_good_slaves:${replicas}`);
}
