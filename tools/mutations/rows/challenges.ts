import type { Mutation } from "../mutation";

const PROOFS = "waiting-room/visit/gate/proofs.test.ts";
const ROOM = "test/waiting-room/challenge.redis.test.ts";
const ELSEWHERE = {
  file: ROOM,
  name: "while everybody is challenged › a proof counts at no other event, address, lane or time",
};

/** The seal leaves out what has this name. */
const without = (name: string) => [{ find: `{${name}} `, replace: "{0} " }] as const;

/** Proofs of work, waits and what remembers who has passed. */
export const CHALLENGES: readonly Mutation[] = [
  {
    id: "proof-of-another-event",
    file: "waiting-room/visit/gate/proofs.ts",
    holds: "a proof of work counts at its event alone",
    broken: "at any event with the key",
    edits: [{ find: "{eventId}/", replace: "{0}/" }],
    tests: [{ file: PROOFS, name: "a proof of work › is worth nothing for another event" }],
  },
  {
    id: "proof-of-another-address",
    file: "waiting-room/visit/gate/proofs.ts",
    holds: "a proof of work counts at its address alone",
    broken: "at any address",
    edits: without("addressClass"),
    tests: [
      { file: PROOFS, name: "a proof of work › is worth nothing for another address" },
      ELSEWHERE,
    ],
  },
  {
    id: "proof-of-another-minute",
    file: "waiting-room/visit/gate/proofs.ts",
    holds: "a proof of work lives for 100 seconds",
    broken: "for ever",
    edits: [{ find: " && nowMs <= issuedAtMs + PROOF_LIVES_MS", replace: "" }],
    tests: [
      { file: PROOFS, name: "a proof of work › is worth nothing at another time" },
      ELSEWHERE,
    ],
  },
  {
    id: "proof-used-twice",
    file: "waiting-room/visit/gate/proofs.ts",
    holds: "a proof of work belongs to one join, however often it is sent",
    broken: "to whatever join it is sent with",
    edits: without("joinId"),
    tests: [
      {
        file: ROOM,
        name: "while everybody is challenged › a proof that comes again belongs to the same place, and gives no other",
      },
    ],
  },
  {
    id: "proof-outlives-joins",
    file: "lib/domain/challenge/work.ts",
    holds: "a proof is older than no join id that the line has forgotten",
    broken: "it lives longer than join ids are remembered",
    edits: [{ find: "PROOF_LIVES_MS = 100_000", replace: "PROOF_LIVES_MS = 600_000" }],
    tests: [
      {
        file: PROOFS,
        name: "a proof of work › lives shorter than the line remembers the join that it is bound to",
      },
    ],
  },
  {
    id: "proof-not-checked",
    file: "waiting-room/visit/gate/proofs.ts",
    holds: "the puzzles of a proof are checked, all of them",
    broken: "a seed is enough",
    edits: [{ find: "return areSolved(seed, word.value, proof);", replace: "return true;" }],
    tests: [
      {
        file: PROOFS,
        name: "a proof of work › is worth nothing under another key, or when the seed or one number is changed",
      },
    ],
  },
  {
    id: "gate-without-proof",
    file: "waiting-room/visit/gate/judge-join.ts",
    holds: "while everybody is challenged nobody joins without a proof",
    broken: "the soft block asks for nothing",
    edits: [{ find: "settings.softBlock === true || ", replace: "" }],
    tests: [
      {
        file: ROOM,
        name: "while everybody is challenged › nobody gets a number without a proof, and everybody with one",
      },
    ],
  },
  {
    id: "entry-without-proof",
    file: "waiting-room/visit/direct-entry.ts",
    holds: "a direct entry goes through the gate",
    broken: "it does whatever the gate says",
    edits: [
      {
        find: 'return verdict.type === "join" ? verdict : null;',
        replace:
          'return verdict.type === "join" ? verdict : { type: "join", proven: true, sources: [], marks: 0, cookies: [] };',
      },
    ],
    tests: [
      {
        file: ROOM,
        name: "while everybody is challenged › nobody goes straight in, by the page or an app, before they have passed",
      },
    ],
  },
  {
    id: "passed-for-ever",
    file: "waiting-room/visit/gate/proven.ts",
    holds: "a passed challenge gives two joins more",
    broken: "as many as one likes",
    edits: [{ find: "perRun: JOINS_OF_PASSED", replace: "perRun: null" }],
    tests: [
      {
        file: ROOM,
        name: "while everybody is challenged › whoever has passed joins twice more by their cookie, at this address alone",
      },
    ],
  },
  {
    id: "waits-not-counted",
    file: "waiting-room/visit/gate/proven.ts",
    holds: "an address gets six places a minute by waiting",
    broken: "as many as it has tickets",
    edits: [{ find: "perMinute: JOINS_BY_WAITING", replace: "perMinute: null" }],
    tests: [
      {
        file: ROOM,
        name: "without JavaScript › an address gets few places by waiting, however many tickets it has",
      },
    ],
  },
];
