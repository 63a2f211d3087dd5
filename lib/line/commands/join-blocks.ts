import type { EventKeys } from "../keys";
import type { Redis } from "../redis-client";

/** Blocks in one read: each holds the ids of a whole call. */
const AT_ONCE = 16;

/** Joins that one call gave consecutive numbers. `ids` are what the line keeps of their join ids. */
export type JoinBlock = {
  readonly firstNumber: number;
  readonly joinedAtMs: number;
  /** The lane of all of them in a lottery; 0 without one. */
  readonly chance: number;
  readonly ids: Buffer;
};

/** Reads calls of a pre-queue by their first numbers; leaves out those that the line has forgotten. */
export async function readJoinBlocks(
  redis: Redis,
  keys: EventKeys,
  lane: number,
  firstNumbers: readonly number[],
): Promise<JoinBlock[]> {
  const blocks: JoinBlock[] = [];
  for (let from = 0; from < firstNumbers.length; from += AT_ONCE) {
    const wanted = firstNumbers.slice(from, from + AT_ONCE);
    const fields = wanted.map((first) => `call of lane ${lane} from ${first}`);
    const [even, odd] = await Promise.all([
      redis.hmgetBuffer(keys.joinsEven, ...fields),
      redis.hmgetBuffer(keys.joinsOdd, ...fields),
    ]);
    wanted.forEach((firstNumber, index) => {
      const block = even[index] ?? odd[index] ?? null;
      if (block !== null) blocks.push(readBlock(firstNumber, block));
    });
  }
  return blocks;
}

/** A block is `line time:ids`; in a lottery `+` and the lane stand behind the time, where it is not the first. */
function readBlock(firstNumber: number, block: Buffer): JoinBlock {
  const colon = block.indexOf(":");
  const [joinedAtMs, chance = 0] = block.toString("latin1", 0, colon).split("+");
  return {
    firstNumber,
    joinedAtMs: Number(joinedAtMs),
    chance: Number(chance),
    ids: block.subarray(colon + 1),
  };
}
