import type { Guarantee } from "../mutation";

const JOURNAL = "waiting-room/line/journal.redis.test.ts";
const LIMITS = "waiting-room/line/kept-limits.redis.test.ts";
const WRITE_BACK = "lib/line/commands/write-back.ts";
const right = (what: string) => `a right that was used in the seconds that a loss undid › ${what}`;
const place = (what: string) => `a place that moved in the seconds that a loss undid › ${what}`;
const leave = (what: string) => `a leave that a loss undid › ${what}`;
const CODES = right("is used: 20 codes let 20 in, losses in a row: …");
const MOVED = place("does not go back to the device before, losses in a row: …");

/** What processes keep of what they have promised, besides admissions, until Redis cannot lose it. */
export const KEPT_EFFECTS: Guarantee["rows"] = [
  {
    id: "joins-undone",
    file: WRITE_BACK,
    holds: "… and the ids of joins that the loss undid lead to their numbers",
    broken: "they are not written back",
    edits: [{ find: "joins: writeJoins", replace: 'joins: async () => "kept"' }],
    tests: [
      {
        file: JOURNAL,
        name: "a join that a loss undid has the same number when it is sent again › through another process, losses in a row: …",
      },
    ],
  },
  {
    id: "run-undone",
    file: WRITE_BACK,
    holds: "… and what belongs to a run that the loss undid waits for that run",
    broken: "a refusal passes for a confirmation",
    edits: [
      { find: 'verdicts.includes("owed") || isForLater', replace: 'verdicts.includes("owed")' },
    ],
    tests: [
      {
        file: JOURNAL,
        name: "a reset in the seconds that a loss undid › takes no refusal for a confirmation: nobody is let in twice, and no right is used twice",
      },
    ],
  },
  {
    id: "rights-not-written-back",
    file: WRITE_BACK,
    holds: "processes write used rights back after a loss: codes",
    broken: "not written",
    edits: [{ find: "right: restoring(runRestoreRights)", replace: 'right: async () => "kept"' }],
    tests: [{ file: JOURNAL, name: CODES }],
  },
  {
    id: "tokens-not-written-back",
    file: "lib/line/scripts/restore-rights.lua",
    holds: "… enqueue tokens, and the one place of a person's key",
    broken: "only the codes",
    edits: [
      {
        find: "tokenKey = tokenKey,\n      tokenId = tokenId,",
        replace: 'tokenKey = "",\n      tokenId = "",',
      },
    ],
    tests: [
      { file: JOURNAL, name: right("an enqueue token leads nobody else in") },
      { file: JOURNAL, name: right("a person's key leads to the one place that it has") },
    ],
  },
  {
    id: "code-use-written-back-twice",
    file: "lib/line/lua/codes.lua",
    holds: "… each use of a code once",
    broken: "also where Postgres has told it",
    edits: [{ find: "left = math.min(code.left, left)", replace: "left = code.left - 1" }],
    tests: [
      {
        file: JOURNAL,
        name: right("counts each use of a code once, also where its use was stored before"),
      },
    ],
  },
  {
    id: "moves-not-written-back",
    file: WRITE_BACK,
    holds: "… and moves: a place does not go back to the device before",
    broken: "it does",
    edits: [{ find: "move: restoring(runRestoreMoves)", replace: 'move: async () => "kept"' }],
    tests: [{ file: JOURNAL, name: MOVED }],
  },
  {
    id: "shown-moves-forgotten",
    file: "lib/line/scripts/enter.ts",
    holds: "… also where only the place itself has told of the move",
    broken: "those are not kept",
    edits: [{ find: "...movesShown(runId, members, outcomes),", replace: "" }],
    tests: [{ file: JOURNAL, name: place("… nor where only the device after has shown the move") }],
  },
  {
    id: "leaves-not-written-back",
    file: WRITE_BACK,
    holds: "… and leaves",
    broken: "the place is good again",
    edits: [{ find: "leave: restoring(runRestoreLeaves)", replace: 'leave: async () => "kept"' }],
    tests: [
      { file: JOURNAL, name: leave("stays a leave: nobody enters with the place") },
      {
        file: JOURNAL,
        name: leave("ends the visit that the same loss undid, whoever writes back first"),
      },
    ],
  },
  {
    id: "seat-of-an-ended-visit",
    file: "lib/line/scripts/report.lua",
    holds: "… whose seats are not taken again",
    broken: "by who writes back later",
    edits: [{ find: "if not isVisitOver(keys, id, queueId) then", replace: "if true then" }],
    tests: [
      {
        file: JOURNAL,
        name: leave("ends the visit that the same loss undid, whoever writes back first"),
      },
    ],
  },
  {
    id: "visits-over-not-written-back",
    file: WRITE_BACK,
    holds: "… and visits that the site reported as over",
    broken: "they go on",
    edits: [
      { find: "return inBatches(over, async", replace: "return inBatches(over.slice(0, 0), async" },
    ],
    tests: [
      {
        file: JOURNAL,
        name: leave("and a visit that the site has reported as over stays over"),
      },
    ],
  },
  {
    id: "stock-report-written-over-sales",
    file: "lib/line/scripts/stock-report.lua",
    holds: "a report of units that is written back changes nothing where no loss has undone it",
    broken: "it is said anew",
    edits: [{ find: "local isKnown = isAgain and", replace: "local isKnown = false and" }],
    tests: [
      {
        file: LIMITS,
        name: "a report of units and the sales behind it › are not undone by a restart that loses nothing, sold by …",
      },
    ],
  },
  {
    id: "sale-before-the-report",
    file: "lib/line/scripts/stock-report.lua",
    holds: "… and where one has, the sales that others have written back before stay sold",
    broken: "all units are for sale",
    edits: [{ find: "args.units - soldAgainSince(line, args.atMs)", replace: "args.units" }],
    tests: [
      {
        file: LIMITS,
        name: "a report of units and the sales behind it › come back once where a loss undid them, the seller first: …",
      },
    ],
  },
  {
    id: "sale-behind-the-limits",
    file: "lib/line/lua/limits.lua",
    holds: "… also where a process puts the limits back that it saw",
    broken: "sold since then is for sale",
    edits: [
      {
        find: 'number(line, "stock") - soldAgainSince(line, atMs)',
        replace: 'number(line, "stock")',
      },
    ],
    tests: [
      {
        file: LIMITS,
        name: "a report of units and the sales behind it › come back once where the limits that a process saw hold some of them",
      },
    ],
  },
];
