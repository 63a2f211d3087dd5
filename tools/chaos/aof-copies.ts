import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { sleep } from "../shared/time";
import type { Stack } from "../stack/stack";
import { temporaryDirectory } from "../stack/temporary-directory";
import type { Say } from "./aftermath";
import { repeat } from "./pace";

export const OLD_MS = 2_000;
/** A busy machine takes its time for a copy: so much older than wanted one may be. */
const SLACK_MS = 1_500;

export type AofCopies = Awaited<ReturnType<typeof copyAppendOnlyFolder>>;

/** Copies Redis' append-only folder twice a second: from one a restart loses seconds, which `kill -9` alone does not. */
export async function copyAppendOnlyFolder({ redisDirectory }: Stack) {
  if (redisDirectory === null) throw new Error("This needs a Redis of its own.");
  const root = await temporaryDirectory("stanchion-aof-");
  const copies: { readonly directory: string; readonly takenAtMs: number }[] = [];
  const used = new Set<string>();
  const remove = (directory: string) => rm(directory, { recursive: true, force: true });

  const copying = repeat(500, async () => {
    const takenAtMs = performance.now();
    const directory = join(root, String(takenAtMs));
    // While Redis is down or rewrites, a file may vanish under the copy: that copy is no use.
    await cp(redisDirectory, directory, { recursive: true }).then(
      () => copies.push({ directory, takenAtMs }),
      () => remove(directory),
    );
    while ((copies[0]?.takenAtMs ?? Number.POSITIVE_INFINITY) < takenAtMs - 10_000) {
      const old = copies.shift();
      if (old !== undefined && !used.has(old.directory)) await remove(old.directory);
    }
  });
  const newest = () => copies.findLast((copy) => performance.now() - copy.takenAtMs >= OLD_MS);

  return {
    /** The newest copy that is two seconds old. Throws when there is none yet. */
    old(): string {
      const { directory } = newest() ?? {};
      if (directory === undefined)
        throw new Error(`There is no copy that is ${OLD_MS} ms old yet.`);
      return directory;
    },
    /** The same, but waits until there is one that is hardly older; it is kept until `close`. */
    async kept(): Promise<string> {
      for (;;) {
        const copy = newest();
        if (copy !== undefined && performance.now() - copy.takenAtMs <= OLD_MS + SLACK_MS) {
          used.add(copy.directory);
          return copy.directory;
        }
        await sleep(50);
      }
    },
    close: () => copying.end().then(() => remove(root)),
  };
}

/** Redis is killed, and comes back some time later from a copy that was two seconds old then; answers when it was killed. */
export async function loseSeconds(stack: Stack, copies: AofCopies, awaySeconds: number, say: Say) {
  const copy = await copies.kept();
  await stack.stop("redis", "SIGKILL");
  say(`Redis is killed, for ${awaySeconds} s, and loses two more`);
  const killedAtMs = performance.now();
  await sleep(awaySeconds * 1_000);
  await stack.restartRedisFrom(copy);
  return killedAtMs;
}
