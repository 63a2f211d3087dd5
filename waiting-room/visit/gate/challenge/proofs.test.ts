import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { PROOF_LIVES_MS, PUZZLES } from "@/lib/domain/challenge/work";
import { LINE } from "@/lib/domain/line/rates";
import { solveWork } from "@/tools/shared/solve-work";
import { type Asker, hasWaited, isWorkDone, seedWork, ticketToWait } from "./proofs";

/** Always the same: of random ones some make the number after a right one right, too. */
const KEY = { bytes: Buffer.alloc(32, 7) };
const NOW = 1_800_000_000_000;
const ASKER: Asker = {
  event: { customerId: "shop", eventId: "sale", incarnation: null, runId: 3 },
  addressClass: "203.0.113.7",
  joinId: "AAAAAAAAAAAAAAAAAAAAAA",
  lane: " ",
};
const EASY = { difficulty: 4, load: 0, offers: 0, nowMs: NOW };
const OTHERS: readonly (readonly [string, Asker])[] = [
  ["another customer", { ...ASKER, event: { ...ASKER.event, customerId: "other" } }],
  ["another event", { ...ASKER, event: { ...ASKER.event, eventId: "other" } }],
  ["another run", { ...ASKER, event: { ...ASKER.event, runId: 4 } }],
  ["another address", { ...ASKER, addressClass: "203.0.113.8" }],
  ["another join", { ...ASKER, joinId: "BAAAAAAAAAAAAAAAAAAAAA" }],
  ["another lane", { ...ASKER, lane: " vip" }],
];

const proofFor = (asker = ASKER, asked = EASY) => {
  const { seed, target } = seedWork(KEY, asker, asked);
  return solveWork({ seed, target, puzzles: PUZZLES });
};

describe("a proof of work", () => {
  test("counts for the join that it was asked for, as long as it lives", () => {
    const proof = proofFor();
    expect(isWorkDone(KEY, ASKER, proof, NOW)).toBe(true);
    expect(isWorkDone(KEY, ASKER, proof, NOW + PROOF_LIVES_MS - 1_000)).toBe(true);
  });

  test.each(OTHERS)("is worth nothing for %s", (_, asker) => {
    expect(isWorkDone(KEY, asker, proofFor(), NOW)).toBe(false);
  });

  test("is worth nothing at another time", () => {
    const proof = proofFor();
    expect(isWorkDone(KEY, ASKER, proof, NOW + PROOF_LIVES_MS + 1_000)).toBe(false);
    expect(isWorkDone(KEY, ASKER, proof, NOW - 60_000)).toBe(false);
  });

  test("is worth nothing under another key, or when the seed or one number is changed", () => {
    const proof = proofFor(ASKER, { ...EASY, difficulty: 10 });
    expect(isWorkDone({ bytes: randomBytes(32) }, ASKER, proof, NOW)).toBe(false);
    for (let at = 0; at < 28; at += 1) {
      const changed = `${proof.slice(0, at)}${proof[at] === "A" ? "B" : "A"}${proof.slice(at + 1)}`;
      expect(isWorkDone(KEY, ASKER, changed, NOW)).toBe(false);
    }
    const numbers = Buffer.from(proof.slice(29), "base64url");
    for (let puzzle = 0; puzzle < PUZZLES; puzzle += 1) {
      const wrong = Buffer.from(numbers);
      wrong.writeUInt32BE(wrong.readUInt32BE(4 * puzzle) + 1, 4 * puzzle);
      const text = `${proof.slice(0, 29)}${wrong.toString("base64url")}`;
      expect(isWorkDone(KEY, ASKER, text, NOW)).toBe(false);
    }
  });

  test("is not made of a part of the numbers, of none, or of another kind of word", () => {
    const proof = proofFor();
    const ticket = ticketToWait(KEY, ASKER, { seconds: 4_294_967_295, nowMs: NOW });
    for (const text of [
      "",
      proof.slice(0, 29),
      proof.slice(0, -6),
      `${proof}AAAA`,
      proof.slice(0, 28),
    ])
      expect(isWorkDone(KEY, ASKER, text, NOW)).toBe(false);
    expect(isWorkDone(KEY, ASKER, `${ticket}${proof.slice(28)}`, NOW)).toBe(false);
  });

  test("lives shorter than the line remembers the join that it is bound to", () => {
    expect(PROOF_LIVES_MS).toBeLessThan(LINE.joinsKeptMs - 10_000);
  });

  test("is more work the busier the address, up to eight times", () => {
    const target = (load: number, offers: number) =>
      seedWork(KEY, ASKER, { ...EASY, difficulty: 16, load, offers }).target;
    const base = target(0, 0);
    expect(base).toBe(65_536);
    expect(target(0, 16)).toBe(base);
    expect(target(1, 0)).toBe(base / 2);
    expect(target(0, 64)).toBe(Math.floor(base / 3));
    expect(target(1e9, 1e9)).toBe(base / 8);
  });
});

describe("a ticket for whoever waits instead", () => {
  const ticket = ticketToWait(KEY, ASKER, { seconds: 20, nowMs: NOW });

  test("counts after its time, and not for ever", () => {
    expect(hasWaited(KEY, ASKER, ticket, NOW + 10_000)).toBe(false);
    expect(hasWaited(KEY, ASKER, ticket, NOW + 20_000)).toBe(true);
    expect(hasWaited(KEY, ASKER, ticket, NOW + 20_000 + PROOF_LIVES_MS + 1_000)).toBe(false);
  });

  test.each(OTHERS)("is worth nothing for %s", (_, asker) => {
    expect(hasWaited(KEY, asker, ticket, NOW + 20_000)).toBe(false);
  });
});
