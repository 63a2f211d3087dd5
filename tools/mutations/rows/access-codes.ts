import type { Guarantee } from "../mutation";

const CODES = "test/waiting-room/access-codes.db.test.ts";
const LOST =
  "a loss of all that Redis has › brings back no use and no code that was revoked, before anybody joins";
const LOST_SECONDS =
  "a loss of the last seconds brings back neither a revocation nor a use that is stored";

const OF_LANES = "test/waiting-room/codes-of-lanes.db.test.ts";

/** What holds of access codes: each as often as it may be, and not once it is revoked. */
export const ACCESS_CODES: Guarantee["rows"] = [
  {
    id: "code-used-for-ever",
    file: "lib/line/scripts/join-with-right.lua",
    holds: "a join by a code uses it up",
    broken: "it stays as it was",
    edits: [{ find: 'code.left - 1) or ""', replace: 'code.left) or ""' }],
    tests: [
      {
        file: CODES,
        name: "uses of codes › are told of a batch and of one code, and storing them again changes nothing",
      },
    ],
  },
  {
    id: "code-uses-undone",
    file: "lib/line/scripts/put-codes.lua",
    holds: "whoever tells the line of codes again undoes no use",
    broken: "what is told holds",
    edits: [{ find: "math.min(held.left, left)", replace: "left" }],
    tests: [
      {
        file: CODES,
        name: "uses of codes › are not undone by whoever tells the line of the codes again",
      },
    ],
  },
  {
    id: "code-revocation-undone",
    file: "lib/line/scripts/put-codes.lua",
    holds: "… nor a revocation",
    broken: "a code is known as it was told",
    edits: [
      {
        find: "local held = readCode(keys.codes, id)",
        replace:
          'local held = readCode(keys.codes, id)\n  if isRevoked == 0 then redis.call("HDEL", keys.codes, "revoked:" .. id) held.revokedLeft = nil held.left = left end',
      },
    ],
    tests: [
      {
        file: CODES,
        name: "a code that is revoked › cannot be given back by whoever writes what was so before",
      },
    ],
  },
  {
    id: "code-revoked-unsaid",
    file: "lib/line/scripts/join-with-right.lua",
    holds: "a revoked code is refused as such",
    broken: "as one that was used",
    edits: [{ find: 'isRevoked and "revoked" or "spent"', replace: '"spent"' }],
    tests: [
      {
        file: CODES,
        name: "a code that is revoked › is refused with its own words at once, also by a process that nobody restarted",
      },
    ],
  },
  {
    id: "code-use-forgotten-unstored",
    file: "lib/line/scripts/forget-code-uses.lua",
    holds: "a use that came while others were stored is stored, too",
    broken: "it is taken for stored",
    edits: [{ find: "if isSame then", replace: "if true then" }],
    tests: [
      {
        file: CODES,
        name: "uses of codes › are not forgotten when one comes while others are being stored",
      },
    ],
  },
  {
    id: "codes-after-joins",
    file: "lib/services/run/restore-admissions.ts",
    holds: "a line that was lost whole takes nobody before it has its codes again",
    broken: "it does",
    edits: [{ find: "  await writeMissingAccessCodes(redis, line.eventId);\n", replace: "" }],
    tests: [{ file: CODES, name: LOST }],
  },
  {
    id: "code-uses-not-restored",
    file: "lib/services/access-code/write-codes.ts",
    holds: "… with the uses that they have left",
    broken: "with all",
    edits: [{ find: "Math.max(0, uses + code.returned - code.used)", replace: "uses" }],
    tests: [{ file: CODES, name: LOST }],
  },
  {
    id: "code-revocation-lost",
    file: "lib/services/access-code/write-codes.ts",
    holds: "a revocation that a loss undid is told again",
    broken: "a batch that is there is taken for whole",
    edits: [{ find: "versions[index] !== version", replace: "versions[index] === null" }],
    tests: [{ file: CODES, name: LOST_SECONDS }],
  },
  {
    id: "code-uses-lost",
    file: "lib/services/outbox/reconcile.ts",
    holds: "uses that a loss undid are told again",
    broken: "they are not",
    edits: [{ find: "    await restoreCodeUses(redis, eventId, sinceMs);\n", replace: "" }],
    tests: [{ file: CODES, name: LOST_SECONDS }],
  },
  {
    id: "codes-not-returned",
    file: "lib/services/run/ensure-line.ts",
    holds: "the codes of those who were not let in before their run ended are given back",
    broken: "they stay spent",
    edits: [
      {
        find: "await returnUnusedCodes(redis, { id: run.eventId, ref: settings });\n    if (outcome",
        replace: "if (outcome",
      },
      {
        find: 'await returnUnusedCodes(redis, { id: run.eventId, ref: settings });\n    return "kept"',
        replace: 'return "kept"',
      },
    ],
    tests: [
      {
        file: CODES,
        name: "a run that ends › gives the codes back of those who were not let in, and of nobody else",
      },
    ],
  },
  {
    id: "codes-of-the-admitted-returned",
    file: "lib/services/access-code/return-uses.ts",
    holds: "… and of nobody else",
    broken: "of all",
    edits: [{ find: "if (!admitted.has(use.queueId)) waited", replace: "waited" }],
    tests: [
      {
        file: CODES,
        name: "a run that ends › gives the codes back of those who were not let in, and of nobody else",
      },
    ],
  },
  {
    id: "codes-returned-twice",
    file: "lib/services/access-code/return-uses.ts",
    holds: "… once for each run",
    broken: "whenever Redis says so",
    edits: [
      { find: "if (run?.codesReturnedAt === null) await", replace: "if (run !== null) await" },
      { find: "{ id: runId, codesReturnedAt: null }", replace: "{ id: runId }" },
      { find: 'LEAST(code."used", code."returned"', replace: 'LEAST(9, code."returned"' },
    ],
    tests: [
      {
        file: CODES,
        name: "a run that ends › … once, whatever is told again, and of several uses each",
      },
    ],
  },
  {
    id: "code-of-a-position",
    file: "lib/line/lua/codes.lua",
    holds: "a code leads to the lane that it was made for, or is refused once that was removed",
    broken: "to whichever stands where that stood",
    edits: [
      {
        find: "if not code.laneKey then return code.lane end",
        replace: "do return code.lane end",
      },
    ],
    tests: [
      {
        file: OF_LANES,
        name: "a code of a lane › that was removed and has another in its place leads into none",
      },
      { file: OF_LANES, name: "a code of a lane › that stands elsewhere leads there, at once" },
    ],
  },
  {
    id: "code-of-a-former-version",
    file: "lib/line/commands/access-codes.ts",
    holds: "… also where the version before has told the line of it",
    broken: "what that has told stays as it is",
    edits: [
      {
        find: "return lane === null ?",
        replace: "return lane !== undefined ?",
      },
    ],
    tests: [
      {
        file: OF_LANES,
        name: "a code of a lane › that the version before has told leads to its lane once it is told again, and to the lane of its run till then",
      },
    ],
  },
];
