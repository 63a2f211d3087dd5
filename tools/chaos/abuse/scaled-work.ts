import type { WorkChallenge } from "@/lib/domain/visitor-api/visitor-api";
import type { Solvers } from "../../crowd/solvers";
import { sleep } from "../../shared/time";

/**
 * Hundreds of visitors share the servers' processors here. So events ask for a 32nd of the usual work, each try counts as
 * 32, and whoever solves rests until a processor of their own would have been done.
 */
export const TRY_STANDS_FOR = 32;
/** By so many zero bits less are a 32nd of the work. */
export const BITS_LESS = Math.log2(TRY_STANDS_FOR);
/** Of one core: 0.4 s for half a million tries, as `npm run bench -- challenge` sees in Chromium. */
const TRIES_PER_SECOND = 1_300_000;

/** What is asked of a visitor while nobody is busy, for whom nobody asks for it. */
export const PRACTICE: WorkChallenge = {
  kind: "work",
  joinId: "practice",
  seed: "practice",
  puzzles: 8,
  target: 2 ** (32 - 16 + BITS_LESS),
  expiresInMs: 60_000,
  script: "",
};

export type OwnWork = { readonly proof: string; readonly seconds: number };

/** Solves as a processor of its own would: for so many seconds. */
export async function solveAtHome(solvers: Solvers, challenge: WorkChallenge): Promise<OwnWork> {
  const startedAtMs = performance.now();
  const { proof, tries } = await solvers.solve(challenge);
  const seconds = (tries * TRY_STANDS_FOR) / TRIES_PER_SECOND;
  await sleep(startedAtMs + seconds * 1_000 - performance.now());
  return { proof, seconds };
}
