import { hashShort, search } from "@/waiting-room/client/challenge/search";
import type { Task } from "@/waiting-room/client/challenge/solve";

export function solveWork({ seed, puzzles, target }: Task): string {
  const seedHash = hashShort(seed);
  const numbers = Buffer.alloc(4 * puzzles);
  for (let puzzle = 0; puzzle < puzzles; puzzle += 1)
    numbers.writeUInt32BE(search({ seedHash, puzzle, target }, 0, 2 ** 32), 4 * puzzle);
  return `${seed}.${numbers.toString("base64url")}`;
}
