import { rmSync } from "node:fs";
import { join } from "node:path";
import { setLimit } from "@/lib/line/commands/limits";
import type { EventRef } from "@/lib/line/keys";
import type { RedisMember } from "../redis-group/redis-members";
import { type ReplicatedRedis, startReplicatedRedis } from "../redis-group/replicated-redis";
import { sleep, until } from "../shared/time";
import { Supervisor } from "../stack/processes";
import { temporaryDirectory } from "../stack/temporary-directory";
import type { Leaves } from "./cap-figures";
import { type Cluster, startCluster } from "./cluster";
import { failoverFigures, type SeenEvent, unexpectedErrors } from "./failover-figures";
import { type Guest, type Guests, inviteGuests } from "./guests";
import type { Scenario } from "./scenario";
import { judgeFailover } from "./verdicts";
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
const AFTERMATH_MS = 10_000;

/** Sentinel promotes a replica twice: the master stands still and goes on later, then the next one is killed. */
export const runRedisFailover: Scenario = async ({ say }) => {
  const dataDirectory = await temporaryDirectory("stanchion-failover-");
  process.on("exit", () => rmSync(dataDirectory, { recursive: true, force: true }));
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
  return { figures, bars: judgeFailover(figures) };
};

type Scene = {
  readonly cluster: Cluster;
  readonly guests: readonly Guests[];
  readonly clock: ClockWatch;
  isDisturbed: boolean;
  disturbedUntilMs: number;
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
  const disturbance = { isDisturbed: false, disturbedUntilMs: 0 };
  const isDisturbed = () => scene.isDisturbed || performance.now() < scene.disturbedUntilMs;
  const [visitors, buyers] = [capped, stocked].map((event) =>
    inviteGuests(cluster, event, { isDisturbed }),
  );
  if (visitors === undefined || buyers === undefined) throw new Error("Nobody was invited.");
  const leaves: Leaves = new Map();
  const onSent = (guest: Guest) => void comeAndGo(guest, { cluster, event: capped, clock, leaves });
  void visitors.send({ count: 300, perSecond: 60, onSent });
  void visitors.send({ count: 10_000, perSecond: 6, onSent });
  void buyers.send({ count: BUYERS, perSecond: 20 });
  const soldCount = () => buyers.all.filter(({ seen }) => seen.tokenSeconds.length > 0).length;
  const scene: Scene = {
    ...disturbance,
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
  return scene;
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
  return [...new Set(errors)].map(
    (text) => `${errors.filter((error) => error === text).length} times: ${text}`,
  );
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
  scene.isDisturbed = true;
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
  let admittedAtMs = Infinity;
  await until(
    "somebody is let in",
    () => {
      admittedAtMs = firstAdmissionAfter(scene.guests, promotedAtMs);
      return admittedAtMs < Infinity;
    },
    LIMITS.admissionMs,
  ).catch(() => undefined);
  scene.isDisturbed = false;
  scene.disturbedUntilMs = performance.now() + AFTERMATH_MS;
  const endMs = Math.min(admittedAtMs, performance.now());
  const seconds = (endMs - promotedAtMs) / 1_000;
  say(`Somebody was let in ${seconds.toFixed(1)} s later`);
  return seconds;
}

function firstAdmissionAfter(guests: readonly Guests[], fromMs: number): number {
  return guests
    .flatMap(({ all }) => all.map(({ seen }) => seen.admittedAtMs ?? Infinity))
    .filter((at) => at >= fromMs)
    .reduce((least, at) => Math.min(least, at), Infinity);
}

/** Whether the master has so many replicas. */
async function isFollowed({ cluster }: Scene, replicas: number): Promise<boolean> {
  const told = await cluster.redis.info("replication").catch(() => "");
  return told.includes(`min_slaves_good_slaves:${replicas}`);
}

/** A visitor who says after a while that the visit to the site is over. */
async function comeAndGo(
  { client, seen, visit }: Guest,
  to: {
    readonly cluster: Cluster;
    readonly event: EventRef;
    readonly clock: ClockWatch;
    readonly leaves: Leaves;
  },
): Promise<void> {
  await visit;
  const [queueId] = seen.queueIds;
  if (queueId === undefined) return;
  await sleep(STAY_MS * Math.random());
  const { customerId, eventId } = to.event;
  const url = new URL(`/line/${customerId}/${eventId}/leave`, to.cluster.stack.urls.waitingRoom);
  to.leaves.set(queueId, to.clock.lineTimeOf(performance.now()));
  const headers = { accept: "application/json", "sec-fetch-site": "same-origin" };
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const { status } = await client.send("POST", url, { form: {}, headers });
    if (status === 200) return;
    await sleep(1_000);
  }
}
