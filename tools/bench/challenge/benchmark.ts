import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { PUZZLES } from "@/lib/domain/challenge/work";
import { solveWork } from "@/tools/shared/solve-work";
import { buildServers, CHALLENGE_SCRIPT } from "@/tools/stack/build";
import { compress } from "@/waiting-room/http/compress";
import { type Asker, isWorkDone, seedWork } from "@/waiting-room/visit/gate/challenge/proofs";
import type { Benchmark } from "../harness/benchmark";
import { median, percentile } from "../harness/medians";
import { solveInBrowser } from "./solve-in-browser";

const SOLVED = 101;
const VERIFIED = 200;
const ROUNDS = 50;
/** What an event has that chooses nothing else. */
const DIFFICULTY = 16;
const QUIET = { load: 0, offers: 0, nowMs: 1_800_000_000_000 };

/**
 * What a proof of work costs: the visitor in Chromium, from the click to the proof and with the worker's start, where
 * nobody is busy; and the waiting room that checks it, on one core.
 */
export const challenge: Benchmark = {
  about: "how long a visitor calculates before joining, and what checking it costs",
  async measure(context) {
    await buildServers();
    const script = await readFile(CHALLENGE_SCRIPT);
    context.say(`Solving ${SOLVED} proofs of work in Chromium`);
    const key = { bytes: randomBytes(32) };
    const seeds = Array.from({ length: SOLVED }, (_, index) => {
      const seeded = seedWork(key, askerOf(index), { ...QUIET, difficulty: DIFFICULTY });
      return { ...seeded, puzzles: PUZZLES };
    });
    const solved = await solveInBrowser(script, seeds, context);
    const checked = solved.every(({ proof }, index) =>
      isWorkDone(key, askerOf(index), proof, QUIET.nowMs),
    );
    if (!checked) throw new Error("A browser's proof was not accepted.");
    const times = solved.map(({ ms }) => ms);
    return {
      verifyMicroseconds: verifyMicroseconds(),
      solveMsP50: Math.round(median(times)),
      solveMsP95: Math.round(percentile(times, 0.95)),
      solverBytes: compress(script, "br", true).length,
    };
  },
};

function askerOf(index: number): Asker {
  const event = { customerId: "bench", eventId: "challenge", incarnation: null, runId: 1 };
  const joinId = `${index}`.padStart(22, "A");
  return { event, addressClass: `203.0.113.${index % 256}`, joinId, lane: " " };
}

/** Of one valid proof; the median of the rounds. */
function verifyMicroseconds(): number {
  const key = { bytes: randomBytes(32) };
  const proofs = Array.from({ length: VERIFIED }, (_, index) => {
    const asker = askerOf(index);
    const seeded = seedWork(key, asker, { ...QUIET, difficulty: 6 });
    return { asker, proof: solveWork({ ...seeded, puzzles: PUZZLES }) };
  });
  const rounds = Array.from({ length: ROUNDS }, () => {
    const beganAtMs = performance.now();
    for (const { asker, proof } of proofs) {
      if (!isWorkDone(key, asker, proof, QUIET.nowMs)) throw new Error("A proof was refused.");
    }
    return ((performance.now() - beganAtMs) * 1_000) / VERIFIED;
  });
  return Math.round(median(rounds) * 10) / 10;
}
