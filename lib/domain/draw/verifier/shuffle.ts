import { digest } from "./crypto";
import { join, type Octets } from "./octets";

const ROUNDS = 90;
const BLOCK = 256;

/** Where the swap-or-not shuffle of `size` members puts each of `starts` (all counted from 0). */
export async function shuffledPositions(
  key: Octets,
  size: number,
  starts: readonly number[],
): Promise<number[]> {
  if (starts.length === 0) return [];
  let positions = [...starts];
  for (let round = 0; round < ROUNDS; round += 1) {
    const pivot = await pivotOf(key, round, size);
    const partners = positions.map((position) => (pivot + size - position) % size);
    const higher = positions.map((position, at) => Math.max(position, partners[at] ?? 0));
    const blocks = await blocksOf(key, round, higher);
    positions = positions.map((position, at) =>
      isSet(blocks, higher[at] ?? 0) ? (partners[at] ?? position) : position,
    );
  }
  return positions;
}

async function pivotOf(key: Octets, round: number, size: number): Promise<number> {
  const octets = await digest(join(key, [round, 1]));
  return octets.subarray(0, 8).reduce((rest, octet) => (rest * 256 + octet) % size, 0);
}

/** The hashes that decide for `positions` in one round, by block of 256. */
async function blocksOf(
  key: Octets,
  round: number,
  positions: readonly number[],
): Promise<ReadonlyMap<number, Octets>> {
  const needed = [...new Set(positions.map((position) => Math.floor(position / BLOCK)))];
  const hashed = needed.map(
    async (block) => [block, await digest(join(key, [round, 1], [block, 4]))] as const,
  );
  return new Map(await Promise.all(hashed));
}

function isSet(blocks: ReadonlyMap<number, Octets>, position: number): boolean {
  const within = position % BLOCK;
  const octet = blocks.get(Math.floor(position / BLOCK))?.[Math.floor(within / 8)] ?? 0;
  return Math.floor(octet / 2 ** (within % 8)) % 2 === 1;
}
