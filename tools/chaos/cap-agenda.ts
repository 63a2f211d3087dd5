import { sleep } from "../shared/time";
import type { AofCopies } from "./aof-copies";
import type { Cluster } from "./cluster";

const OLD_MS = 2_000;
const TWICE_APART_MS = 3_000;

/** What the agenda may use. */
export type CapScene = {
  readonly cluster: Cluster;
  readonly copies: AofCopies;
  readonly eventId: string;
  /** So many visitors come at once. */
  readonly spike: (count: number) => void;
  /** How many visitors the observer counts on the site now. */
  readonly onSite: () => number;
};

export type Point = {
  readonly name: string;
  /** Share of the scenario's time that has passed by then. */
  readonly at: number;
  /** Requests may fail while it happens and shortly afterwards. */
  readonly isFault: boolean;
  readonly make: (scene: CapScene) => Promise<void> | void;
};

const settings =
  (change: { outflowPerMinute?: number; activeCap?: number | null }) =>
  ({ cluster, eventId }: CapScene) =>
    cluster.events.change({ eventId, ...change });

/**
 * A cap in proportion to those on the site, whom it counts, so that it is reached on a slow machine as
 * on a fast one.
 */
const capFor =
  (share: number) =>
  ({ cluster, eventId, onSite }: CapScene) =>
    cluster.events.change({ eventId, activeCap: Math.max(1, Math.round(share * onSite())) });

const restart =
  (pick: (cluster: Cluster) => readonly string[], signal: NodeJS.Signals = "SIGKILL") =>
  ({ cluster }: CapScene) =>
    cluster.restart(pick(cluster), signal);

const spike =
  (count: number) =>
  ({ spike: send }: CapScene) =>
    send(count);

const oldRedis = ({ cluster, copies }: CapScene) =>
  cluster.stack.restartRedisFrom(copies.olderThan(OLD_MS));

const change = (at: number, name: string, make: Point["make"]): Point => ({
  at,
  name,
  isFault: false,
  make,
});

const fault = (at: number, name: string, make: Point["make"]): Point => ({
  at,
  name,
  isFault: true,
  make,
});

/** Everything that may tempt the line into letting too many in, in order of time. */
export const CAP_AGENDA: readonly Point[] = [
  change(0.01, "spike of 3,000", spike(3_000)),
  fault(
    0.08,
    "kill -9 of a waiting room",
    restart(({ rooms }) => rooms.slice(1, 2)),
  ),
  fault(
    0.14,
    "kill -9 of both workers",
    restart(({ workers }) => workers),
  ),
  change(0.22, "outflow 600 → 1,500", settings({ outflowPerMinute: 1_500 })),
  fault(
    0.27,
    "kill -9 of two waiting rooms",
    restart(({ rooms }) => rooms.slice(2, 4)),
  ),
  fault(
    0.32,
    "kill -9 of Redis",
    restart(() => ["redis"]),
  ),
  fault(0.42, "Redis from a copy two seconds old", oldRedis),
  change(0.46, "outflow 1,500 → 300", settings({ outflowPerMinute: 300 })),
  change(0.5, "outflow 300 → 900", settings({ outflowPerMinute: 900 })),
  change(0.52, "active cap none → 1.6 × those on the site", capFor(1.6)),
  fault(0.545, "Redis from a copy two seconds old, and a waiting room killed", async (scene) => {
    const { cluster } = scene;
    await Promise.all([oldRedis(scene), cluster.restart(cluster.rooms.slice(0, 1), "SIGKILL")]);
  }),
  fault(0.585, "Redis from an old copy twice within five seconds", async (scene) => {
    await oldRedis(scene);
    await sleep(TWICE_APART_MS);
    await oldRedis(scene);
  }),
  change(0.68, "active cap → 1.8 × those on the site", capFor(1.8)),
  change(0.69, "spike of 600", spike(600)),
  change(0.72, "outflow 900 → 2,400", settings({ outflowPerMinute: 2_400 })),
  fault(0.77, "Redis from an old copy, all waiting rooms killed", async (scene) => {
    const { cluster } = scene;
    await Promise.all([oldRedis(scene), cluster.restart(cluster.rooms, "SIGKILL")]);
  }),
  change(0.84, "active cap → none", settings({ activeCap: null })),
  change(0.89, "active cap none → 0.9 × those on the site", capFor(0.9)),
  change(0.91, "outflow 2,400 → 600", settings({ outflowPerMinute: 600 })),
  fault(
    0.95,
    "graceful restart of a waiting room and a worker",
    restart(({ rooms, workers }) => [...rooms.slice(1, 2), ...workers.slice(0, 1)], "SIGTERM"),
  ),
];
