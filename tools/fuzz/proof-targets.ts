import { hash } from "node:crypto";
import { PUZZLES } from "@/lib/domain/challenge/work";
import { type Asker, seedWork } from "@/waiting-room/visit/gate/challenge/proofs";
import { mutate } from "./mutate";
import type { Target } from "./targets";

export const FUZZ_NOW_MS = 1_767_225_600_000;
/** No proof lives so long. */
const LATE_MS = 600_000;
/** Of the event whose proofs these are. */
export const PROOF_KEY = { bytes: Buffer.alloc(32, 7) };
/** So few zero bits that proofs are made at once. */
const DIFFICULTY = 8;
const ASKER: Asker = {
  event: { customerId: "acme", eventId: "sale", incarnation: null, runId: 1 },
  addressClass: "198.51.100.7",
  joinId: "AAAAAAAAAAAAAAAAAAAAAA",
  lane: "",
};
/** Each of them differs from the first in one thing. */
const ASKERS: readonly Asker[] = [
  ASKER,
  { ...ASKER, event: { ...ASKER.event, eventId: "other" } },
  { ...ASKER, event: { ...ASKER.event, runId: 2 } },
  { ...ASKER, addressClass: "2001:db8:0:1::/64" },
  { ...ASKER, joinId: "BAAAAAAAAAAAAAAAAAAAAA" },
  { ...ASKER, lane: "1" },
];

const BLOCK_BYTES = 40;

/** The first 32 bits of what a puzzle's number comes to, as the description of `WorkChallenge` says. */
function firstBits(seed: string, puzzle: number, number: number): number {
  const block = Buffer.alloc(BLOCK_BYTES);
  hash("sha256", seed, "buffer").copy(block);
  block.writeUInt32BE(puzzle, 32);
  block.writeUInt32BE(number, 36);
  return hash("sha256", block, "buffer").readUInt32BE(0);
}

type Proof = ReturnType<typeof prove>;

function prove(asker: Asker) {
  const asked = { difficulty: DIFFICULTY, load: 0, offers: 0, nowMs: FUZZ_NOW_MS };
  const { seed, target } = seedWork(PROOF_KEY, asker, asked);
  const numbers = Buffer.alloc(4 * PUZZLES);
  for (let puzzle = 0; puzzle < PUZZLES; puzzle += 1) {
    let number = 0;
    while (firstBits(seed, puzzle, number) >= target) number += 1;
    numbers.writeUInt32BE(number, 4 * puzzle);
  }
  return { asker, seed, target, text: `${seed}.${numbers.toString("base64url")}` };
}

const PROOFS = ASKERS.map(prove);
/** Work that was asked for at `FUZZ_NOW_MS`, and is done. */
export const GENUINE_PROOF = prove(ASKER);

/** Whether a text is work that was asked for, and is done: the numbers of `proof`, or others that solve its puzzles. */
export function isGenuine(text: string, { seed, target }: Proof): boolean {
  if (!text.startsWith(`${seed}.`)) return false;
  const written = text.slice(seed.length + 1);
  const numbers = Buffer.from(written, "base64url");
  if (numbers.length !== 4 * PUZZLES || numbers.toString("base64url") !== written) return false;
  return [...Array(PUZZLES).keys()].every(
    (puzzle) => firstBits(seed, puzzle, numbers.readUInt32BE(4 * puzzle)) < target,
  );
}

/** A proof that was changed, or sent by somebody else, or too late, is worth nothing. */
export const tryProof: Target = (subject, random) => {
  const proof = random.pick(PROOFS);
  const asker = random.pick(ASKERS);
  const text = mutate(proof.text, random);
  const isLate = random.chance(0.2);
  const nowMs = isLate ? FUZZ_NOW_MS + LATE_MS : FUZZ_NOW_MS;
  if (!subject.isWorkDone(PROOF_KEY, asker, text, nowMs)) return null;
  const isGood = !isLate && asker === proof.asker && isGenuine(text, proof);
  return isGood ? null : `${asker.event.eventId} ${asker.addressClass} ${text}`;
};
