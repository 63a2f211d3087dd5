import { sleep } from "../shared/time";
import type { AofCopies } from "./aof-copies";
import type { Cluster } from "./cluster";

/** Resolves when everything that was killed answers again. */
type Make = (scene: { readonly cluster: Cluster; readonly copies: AofCopies }) => unknown;

export type Fault = { readonly at: number; readonly name: string; readonly make: Make };

/** Kills without warning and starts again at once, as whatever looks after processes does. */
export const kill =
  (...names: readonly string[]): Make =>
  ({ cluster }) =>
    cluster.restart(names, "SIGKILL");

export const away =
  (name: "redis" | "postgres" | "worker", seconds: number): Make =>
  async ({ cluster }) => {
    await cluster.stop(name, "SIGKILL");
    await sleep(seconds * 1_000);
    await cluster.start(name);
  };

/** Redis comes back from a copy that is two seconds old, while others are killed at the same moment. */
export const oldRedis =
  (...killed: readonly string[]): Make =>
  (scene) =>
    Promise.all([scene.cluster.stack.restartRedisFrom(scene.copies.old()), kill(...killed)(scene)]);

export const oldRedisTwice: Make = async (scene) => {
  await oldRedis()(scene);
  await sleep(3_000);
  await oldRedis()(scene);
};
