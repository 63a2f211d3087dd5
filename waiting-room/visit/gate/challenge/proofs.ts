import { hash } from "node:crypto";
import type { Mac } from "@/connectors/src/adapters/node/mac";
import { type Busyness, PROOF_LIVES_MS, PUZZLES, targetOf } from "@/lib/domain/challenge/work";
import type { EventRef } from "@/lib/line/keys";
import type { EventKey } from "@/lib/secrets/event-key";
import { openWord, sealWord, WORD_TEXT, type Word, wordMac } from "./sealed-word";

/** Whose join a word is about: it is worth nothing for another event, run, address class or join. */
export type Asker = {
  readonly event: EventRef & { readonly runId: number };
  /** See `addressGroup`. */
  readonly addressClass: string;
  readonly joinId: string;
  /** What the join says of its lane: a join id counts once in each. */
  readonly lane: string;
};

const WORK = 1;
const WAIT = 2;
/** Line time of two processes differs by this at most. */
const CLOCKS_DIFFER_MS = 5_000;
const HASH_BYTES = 32;
const NUMBER_BYTES = 4;

export type WorkSeed = { readonly seed: string; readonly target: number };

/** Seeds a proof of work. Where the proof comes to, nothing of this has to be known but the event's key. */
export function seedWork(
  key: EventKey,
  asker: Asker,
  asked: Busyness & { readonly difficulty: number; readonly nowMs: number },
): WorkSeed {
  const target = targetOf(asked.difficulty, asked);
  const word = { kind: WORK, issuedAtMs: asked.nowMs, value: target };
  return { seed: sealWord(macOf(key), aboutOf(asker), word), target };
}

/** True for work that was asked for here, for this very join, not long ago, and is done. */
export function isWorkDone(key: EventKey, asker: Asker, proof: string, nowMs: number): boolean {
  if (proof[WORD_TEXT] !== ".") return false;
  const seed = proof.slice(0, WORD_TEXT);
  const word = openWord(macOf(key), aboutOf(asker), seed);
  if (word === null || word.kind !== WORK || !isRecent(word, nowMs)) return false;
  return areSolved(seed, word.value, proof);
}

/** A ticket with which whoever cannot calculate joins after so many seconds. */
export function ticketToWait(
  key: EventKey,
  asker: Asker,
  { seconds, nowMs }: { readonly seconds: number; readonly nowMs: number },
): string {
  return sealWord(macOf(key), aboutOf(asker), { kind: WAIT, issuedAtMs: nowMs, value: seconds });
}

/** True for a ticket whose time has been waited, and which is not too old. */
export function hasWaited(key: EventKey, asker: Asker, ticket: string, nowMs: number): boolean {
  const word = openWord(macOf(key), aboutOf(asker), ticket);
  if (word === null || word.kind !== WAIT) return false;
  const readyAtMs = word.issuedAtMs + word.value * 1_000;
  return isRecent({ issuedAtMs: readyAtMs }, nowMs);
}

function isRecent({ issuedAtMs }: Pick<Word, "issuedAtMs">, nowMs: number): boolean {
  return nowMs >= issuedAtMs - CLOCKS_DIFFER_MS && nowMs <= issuedAtMs + PROOF_LIVES_MS;
}

const block = Buffer.alloc(HASH_BYTES + 2 * NUMBER_BYTES);

function areSolved(seed: string, target: number, proof: string): boolean {
  const text = proof.slice(WORD_TEXT + 1);
  const numbers = Buffer.from(text, "base64url");
  if (numbers.length !== PUZZLES * NUMBER_BYTES || numbers.toString("base64url") !== text)
    return false;
  block.write(hash("sha256", seed, "binary"), 0, "binary");
  for (let puzzle = 0; puzzle < PUZZLES; puzzle += 1) {
    block.writeUInt32BE(puzzle, HASH_BYTES);
    numbers.copy(block, HASH_BYTES + NUMBER_BYTES, puzzle * NUMBER_BYTES);
    if (Number.parseInt(hash("sha256", block, "hex").slice(0, 8), 16) >= target) return false;
  }
  return true;
}

/** What a word is bound to. */
export function aboutOf({ event, addressClass, joinId, lane }: Asker): string {
  const { customerId, eventId, runId } = event;
  return `${customerId}/${eventId}/${runId} ${addressClass} ${joinId} ${lane}`;
}

const macs = new WeakMap<EventKey, Mac>();

/** Kept with the key, which is opened once. */
export function macOf(key: EventKey): Mac {
  const known = macs.get(key) ?? wordMac(key.bytes);
  macs.set(key, known);
  return known;
}
