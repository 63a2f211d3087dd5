import { seededRandom } from "@/simulation/random";
import { withOwnRedis, withRedis } from "@/tools/bench/harness/servers";
import { say } from "@/tools/stack/run-command";
import { PlayedRun } from "./play-run";

const AT_ONCE = 8;
const STEPS = 10;
/** Every so many-th run is ten times as long. */
const LONG_EVERY = 50;

/** Compares what is told of random runs, live and stored, with people counted one by one. */
export async function runSumsScenario(seed: number, runs = 500) {
  const mismatches: string[] = [];
  let begun = 0;
  await withOwnRedis(({ redisUrl }) =>
    withRedis(redisUrl, async (redis) => {
      await redis.config("SET", "appendonly", "no");
      const worker = async () => {
        while (begun < runs) {
          const index = begun;
          begun += 1;
          const eventId = `sums${index}`;
          const random = seededRandom(seed * 1_000_000 + index);
          const run = new PlayedRun({ redis, random, eventId });
          await run.play(index % LONG_EVERY === 0 ? 10 * STEPS : STEPS);
          mismatches.push(...run.mismatches.map((text) => `${eventId}, ${text}`));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    }),
  );
  for (const text of mismatches.slice(0, 5)) say(text);
  return { runs, mismatches: mismatches.length };
}
