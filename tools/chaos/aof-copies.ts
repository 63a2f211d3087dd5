import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sleep } from "../shared/time";
import type { Stack } from "../stack/stack";

const EVERY_MS = 500;
const KEPT_MS = 10_000;
/** A busy machine takes its time for a copy: so much older than wanted one may be. */
const SLACK_MS = 1_500;

type Copy = { readonly directory: string; readonly takenAtMs: number };

export type AofCopies = {
  /** The newest copy that is at least so old. Throws when there is none yet. */
  olderThan(ms: number): string;
  /** The same, but waits until there is one that is hardly older; it is kept until `close`. */
  about(ms: number): Promise<string>;
  close(): Promise<void>;
};

/**
 * Copies Redis' append-only folder twice a second, so that a restart can lose the last seconds as a
 * power cut does: `kill -9` alone loses nothing that was acknowledged.
 */
export async function copyAppendOnlyFolder(stack: Stack): Promise<AofCopies> {
  const { redisDirectory } = stack;
  if (redisDirectory === null) throw new Error("This needs a Redis of its own.");
  const root = await mkdtemp(join(tmpdir(), "stanchion-aof-"));
  const copies: Copy[] = [];
  const used = new Set<string>();
  let isClosed = false;
  let count = 0;

  const copyOnce = async (): Promise<void> => {
    const directory = join(root, String(count));
    count += 1;
    const takenAtMs = performance.now();
    // While Redis is down or rewrites, a file may vanish under the copy: that copy is no use.
    const isWhole = await cp(redisDirectory, directory, { recursive: true }).then(
      () => true,
      () => false,
    );
    if (isWhole) copies.push({ directory, takenAtMs });
    else await rm(directory, { recursive: true, force: true });
    while ((copies[0]?.takenAtMs ?? Number.POSITIVE_INFINITY) < takenAtMs - KEPT_MS) {
      const old = copies.shift();
      if (old !== undefined && !used.has(old.directory))
        await rm(old.directory, { recursive: true, force: true });
    }
  };

  const copying = (async () => {
    while (!isClosed) {
      await copyOnce();
      await sleep(EVERY_MS);
    }
  })();

  function newest(ms: number): (Copy & { readonly ageMs: number }) | undefined {
    const aged = copies.map((copy) => ({ ...copy, ageMs: performance.now() - copy.takenAtMs }));
    return aged.filter(({ ageMs }) => ageMs >= ms).at(-1);
  }

  return {
    olderThan(ms) {
      const copy = newest(ms);
      if (copy === undefined) throw new Error(`There is no copy that is ${ms} ms old yet.`);
      return copy.directory;
    },
    async about(ms) {
      for (;;) {
        const copy = newest(ms);
        if (copy !== undefined && copy.ageMs <= ms + SLACK_MS) {
          used.add(copy.directory);
          return copy.directory;
        }
        await sleep(50);
      }
    },
    close: async () => {
      isClosed = true;
      await copying;
      await rm(root, { recursive: true, force: true });
    },
  };
}
