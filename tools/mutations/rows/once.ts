import type { Guarantee } from "../mutation";
import { ACCESS_CODES } from "./access-codes";
import { KEPT_EFFECTS } from "./kept-effects";
import { ONCE_FOR_THE_SEAT } from "./once-for-the-seat";

const EVENT_LINE = "waiting-room/line/event-line.redis.test.ts";
const GUARANTEES = "waiting-room/line/guarantees.redis.test.ts";
const BOUND = {
  file: "test/public-connector/address.redis.test.ts",
  name: "a token is bound › to the address that entered: another gets nothing for the same place and claim",
};

export const ONCE: Guarantee = {
  document: "docs/guarantees.md",
  title: "5. Once",
  rows: [
    {
      id: "not-spent",
      file: "lib/line/scripts/enter.lua",
      holds: "an admission sets the spent bit of the number",
      broken: "not set",
      edits: [{ find: "  spend(admissions, id)", replace: "" }],
      tests: [
        {
          file: EVENT_LINE,
          name: "a confirmed visitor alone in line is called at once and admitted once",
        },
      ],
    },
    {
      id: "any-claim",
      file: "lib/line/scripts/enter.lua",
      holds: 'another claim gets "used"',
      broken: "not compared",
      edits: [{ find: 'if heldClaim ~= claim then return "used" end', replace: "" }],
      tests: [
        {
          file: EVENT_LINE,
          name: "a confirmed visitor alone in line is called at once and admitted once",
        },
      ],
    },
    {
      id: "renewed-for-ever",
      file: "lib/line/scripts/enter.lua",
      holds: "a token is renewed twice",
      broken: "without a limit",
      edits: [{ find: "tonumber(renewals) >= ", replace: "false and tonumber(renewals) >= " }],
      tests: [
        {
          file: EVENT_LINE,
          name: "a token is renewed twice, … s later each, then the number is finished",
        },
      ],
    },
    {
      id: "not-written-back",
      file: "lib/line/commands/write-back.ts",
      holds: "processes write admissions back after a loss",
      broken: "not written",
      edits: [
        {
          find: "const admitted = calls.flatMap(admittedIn);",
          replace: "const admitted = calls.slice(0, 0).flatMap(admittedIn);",
        },
      ],
      tests: [
        {
          file: EVENT_LINE,
          name: "an admission that a loss undid › is written back after … s without Redis",
        },
      ],
    },
    {
      id: "dropped-before-written-back",
      file: "waiting-room/line/unconfirmed.ts",
      holds: "… however long Redis was away",
      broken: "what is older than ten seconds is dropped first",
      edits: [{ find: "if (this.isOwed) return true;", replace: "" }],
      tests: [
        {
          file: EVENT_LINE,
          name: "an admission that a loss undid › is not made again after ten minutes without Redis, whoever asks",
        },
        {
          file: "waiting-room/line/unconfirmed.test.ts",
          name: "a loss that is heard of at … ms undoes nothing that is kept",
        },
      ],
    },
    {
      id: "written-back-once-tried",
      file: "waiting-room/line/unconfirmed.ts",
      holds: "… until Redis has answered that it holds them",
      broken: "tried once",
      edits: [
        {
          find: "if (this.isOwed) return true;",
          replace: "if (this.isOwed) return !(this.isOwed = false);",
        },
      ],
      tests: [
        {
          file: EVENT_LINE,
          name: "an admission that a loss undid › is written back when it was cut the first time, and after a second loss",
        },
      ],
    },
    {
      id: "losses-told-by-count",
      file: "waiting-room/line/unconfirmed.ts",
      holds: "… after each loss, also when the same copy comes back twice",
      broken: "only the first loss counts",
      edits: [
        {
          find: "holdUntilMs !== this.knownHoldMs) this.isOwed = true;",
          replace: "this.knownHoldMs === 0 && holdUntilMs > 0) this.isOwed = true;",
        },
      ],
      tests: [
        {
          file: GUARANTEES,
          name: "after a loss that undid it › an admission is the same again, also when the same copy comes back twice",
        },
      ],
    },
    {
      id: "renewal-forgotten",
      file: "lib/line/scripts/report.lua",
      holds: "… and a renewal replaces the record before it",
      broken: "the older one stays",
      edits: [{ find: "if tonumber(heldAt or 0) < at then", replace: "if not heldAt then" }],
      tests: [
        {
          file: GUARANTEES,
          name: "after a loss that undid it › a renewal is the same again, and not made once more",
        },
      ],
    },
    ...KEPT_EFFECTS,
    {
      id: "claim-from-elsewhere",
      file: "waiting-room/visit/direct-entry.ts",
      holds: "where tokens are bound to an address, a claim is another one elsewhere",
      broken: "the same one",
      edits: [{ find: "address === null ? claim", replace: "true ? claim" }],
      tests: [BOUND],
    },
    {
      id: "place-from-elsewhere",
      file: "waiting-room/visit/visit.ts",
      holds: "… and an admitted place counts as none elsewhere",
      broken: "addresses are not compared",
      edits: [
        {
          find: "return address !== null && address !== exchange.address;",
          replace: "return false;",
        },
      ],
      tests: [BOUND],
    },
    {
      id: "returns-for-ever",
      file: "waiting-room/visit/admission.ts",
      holds: "a token brings its visitor back twice",
      broken: "without a limit",
      edits: [{ find: "if (admission.returns >= RETURNS_LIMIT) return null;", replace: "" }],
      tests: [
        {
          file: "test/waiting-room/server.redis.test.ts",
          name: "the third return with one token ends at a page that says what is wrong",
        },
      ],
    },
    ...ONCE_FOR_THE_SEAT,
    ...ACCESS_CODES,
  ],
};
