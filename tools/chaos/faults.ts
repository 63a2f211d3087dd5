import { sleep } from "../shared/time";
import type { AofCopies } from "./aof-copies";
import type { Cluster } from "./cluster";

const TWICE_APART_MS = 3_000;

export type FaultScene = { readonly cluster: Cluster; readonly copies: AofCopies };

/** Resolves when everything that was killed answers again. */
export type Make<Scene = FaultScene> = (scene: Scene) => unknown;

export type Fault = { readonly at: number; readonly name: string; readonly make: Make };

export type Chosen = (cluster: Cluster) => readonly string[];

export const rooms: Chosen = (cluster) => cluster.rooms;
export const workers: Chosen = (cluster) => cluster.workers;
export const redis: Chosen = () => ["redis"];

/** Kills without warning and starts again at once, as whatever looks after processes does. */
export const kill =
  (chosen: Chosen, signal: NodeJS.Signals = "SIGKILL"): Make =>
  ({ cluster }) =>
    cluster.restart(chosen(cluster), signal);

export const away =
  (name: "redis" | "postgres" | "worker", seconds: number): Make =>
  async ({ cluster }) => {
    await cluster.stop(name, "SIGKILL");
    await sleep(seconds * 1_000);
    await cluster.start(name);
  };

/** Redis comes back from a copy that is two seconds old. */
export const oldRedis: Make = ({ cluster, copies }) => cluster.stack.restartRedisFrom(copies.old());

export const oldRedisAnd =
  (chosen: Chosen): Make =>
  (scene) =>
    Promise.all([oldRedis(scene), kill(chosen)(scene)]);

export const oldRedisTwice: Make = async (scene) => {
  await oldRedis(scene);
  await sleep(TWICE_APART_MS);
  await oldRedis(scene);
};
