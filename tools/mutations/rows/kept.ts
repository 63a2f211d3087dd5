import type { Guarantee } from "../mutation";

const EVENT_LINE = "waiting-room/line/event-line.redis.test.ts";
const LIMITS = "waiting-room/line/kept-limits.redis.test.ts";
const LOST_LINE = "lib/services/run/lost-line.db.test.ts";
const MANY_LOSSES = "waiting-room/line/many-losses.redis.test.ts";
const GUARANTEES = "waiting-room/line/guarantees.redis.test.ts";

export const KEPT: Guarantee = {
  document: "docs/guarantees.md",
  title: "4. Nothing lost",
  rows: [
    {
      id: "hole-not-ended",
      file: "lib/line/lua/epochs.lua",
      holds: "who shows a forgotten number ends the hole above it",
      broken: "not noted",
      edits: [{ find: "hole.mark, isChanged = n, true", replace: "isChanged = false" }],
      tests: [
        {
          file: GUARANTEES,
          name: "those who stand in a hole are called at the pace of the line, not all at once",
        },
      ],
    },
    {
      id: "forgotten-number-in-anothers-room",
      file: "lib/line/lua/epochs.lua",
      holds: "a forgotten number that is shown gets room that nobody has",
      broken: "that of those who join now",
      edits: [{ find: 'putLane(line, lane, "shift", shift + count)', replace: "" }],
      tests: [
        {
          file: MANY_LOSSES,
          name: "who shows a number that a loss made the line forget keeps it, and takes nobody else's place",
        },
      ],
    },
    {
      id: "empty-epoch-ends-behind-the-first",
      file: "lib/line/lua/epochs.lua",
      holds: "an epoch in which nobody joined ends before the first number that somebody holds",
      broken: "where a forgotten number was shown, one behind it",
      edits: [{ find: "(epochOf(from) < epoch and to or from - 1)", replace: "(from - 1)" }],
      tests: [
        {
          file: MANY_LOSSES,
          name: "who shows a number of an epoch that a loss undid › after more losses calls nobody out of turn",
        },
      ],
    },
    {
      id: "shown-epoch-passed-over",
      file: "lib/line/lua/epochs.lua",
      holds:
        "… and a forgotten number that was shown is not passed over once its hole is listed no more",
      broken: "the epoch before leads past it",
      edits: [{ find: "following = epochOf(first)", replace: "following = past.following" }],
      tests: [
        {
          file: MANY_LOSSES,
          name: "who shows a number of an epoch that a loss undid › is called alone also once their epoch's hole is listed no more",
        },
      ],
    },
    {
      id: "distance-over-an-epoch",
      file: "lib/domain/line/distance.ts",
      holds: "how many are ahead does not depend on the losses between",
      broken: "each that is not listed counts as four billion people",
      edits: [{ find: "distance > 0 ? distance % EPOCH_NUMBERS : distance", replace: "distance" }],
      tests: [
        {
          file: MANY_LOSSES,
          name: "after 365 losses, with one who joined after each › numbers rise, are shown one after the other, and tell how many are ahead",
        },
      ],
    },
    {
      id: "epochs-in-a-mixed-fleet",
      file: "lib/line/lua/guard.lua",
      holds: "no epoch begins while a process is there that knows none",
      broken: "it does",
      edits: [{ find: "if allKnowEpochs(line) then return", replace: "do return" }],
      tests: [
        {
          file: MANY_LOSSES,
          name: "while a process is there that knows no epochs, numbers go on within the one that there is",
        },
      ],
    },
    {
      id: "hole-never-crossed",
      file: "lib/line/lua/window.lua",
      holds: "the line goes on behind a hole",
      broken: "it never does",
      edits: [
        {
          find: 'if line.now >= number(line, "lossAtMs") + ',
          replace: 'if false and line.now >= number(line, "lossAtMs") + ',
        },
      ],
      tests: [
        {
          file: EVENT_LINE,
          name: "the line goes on behind a hole, and those who stand in it keep their turn",
        },
      ],
    },
    {
      id: "late-lane-shut-out",
      file: "lib/line/lua/lanes.lua",
      holds: "who comes late to a lane where nobody else is called may take a slot",
      broken: "they are shut out",
      edits: [{ find: 'if laneNumber(line, asked, "live") == 0 then', replace: "if false then" }],
      tests: [
        {
          file: GUARANTEES,
          name: "who was called and comes a while later › among … lanes, alone in lane …, gets in while others wait: …",
        },
      ],
    },
    {
      id: "late-lane-shut-out-in-model",
      file: "simulation/rules/lane-shares.ts",
      holds: "… in the model of the lanes as well",
      broken: "they are shut out",
      edits: [{ find: "if (asking.live === 0) {", replace: "if (false) {" }],
      tests: [
        {
          file: "simulation/rules/lane-shares.property.test.ts",
          name: "no lane is shut out for ever: whoever comes late to a lane where nobody waits may go",
        },
      ],
    },
    {
      id: "settings-roll-back",
      file: "lib/line/lua/guard.lua",
      holds: "settings never roll back",
      broken: "versions are not compared",
      edits: [
        { find: 'if call.seenVersion > number(line, "version") then', replace: "if false then" },
      ],
      tests: [
        {
          file: EVENT_LINE,
          name: "settings never roll back: a process puts the newest it has seen into force again",
        },
      ],
    },
    {
      id: "limits-not-written-back",
      file: "waiting-room/line/journal.ts",
      holds: "a process puts the newest limits it has seen into force again",
      broken: "it takes what the loss left",
      edits: [{ find: "if (version >= this.limits.version)", replace: "if (version >= 0)" }],
      tests: [
        {
          file: LIMITS,
          name: "what limits the slots › is in force again before anybody is let in, where a loss has undone it",
        },
      ],
    },
    {
      id: "limits-roll-back",
      file: "lib/line/lua/guard.lua",
      holds: "… and nobody is let in under older ones",
      broken: "versions are not compared",
      edits: [
        {
          find: 'if call.seenLimits > number(line, "limitsVersion") then',
          replace: "if false then",
        },
      ],
      tests: [
        {
          file: LIMITS,
          name: "what limits the slots › refuses a process whose limits are newer than those of the line",
        },
      ],
    },
    {
      id: "grants-given-twice",
      file: "lib/line/scripts/report.lua",
      holds: "an admission that is written back is taken from the limits",
      broken: "it is not",
      edits: [{ find: "admittedAgainstLimits(line, at)", replace: "" }],
      tests: [
        { file: LIMITS, name: "what limits the slots › … is not given twice by a loss after … ms" },
      ],
    },
    {
      id: "stock-of-the-forgotten",
      file: "lib/line/scripts/enter.lua",
      holds: "… and what nobody knows of is kept from the stock",
      broken: "it is sold",
      edits: [{ find: ">= wanted + unknown", replace: ">= wanted" }],
      tests: [
        {
          file: LIMITS,
          name: "what limits the slots › is kept for whom nobody knows who came in while a process died",
        },
      ],
    },
    {
      id: "limits-of-new-run",
      file: "lib/line/scripts/create.lua",
      holds: "a reset keeps the limits",
      broken: "they are gone",
      edits: [
        {
          find: 'replaceLimits(line, number(held, "limitsVersion"), number(held, "limitsAtMs"), limitsText(held))',
          replace: "",
        },
      ],
      tests: [{ file: LIMITS, name: "what limits the slots › survives a reset, whatever it is" }],
    },
    {
      id: "limits-of-lost-line",
      file: "lib/services/run/kept-event.ts",
      holds: "a line that was lost whole gets its limits from Postgres",
      broken: "it has none",
      edits: [{ find: "limits: held.limits,", replace: 'limits: "",' }],
      tests: [
        {
          file: LOST_LINE,
          name: "a line that Redis has lost whole › has its limits before anybody is let in, less who came in since",
        },
      ],
    },
    {
      id: "grants-counted-twice",
      file: "lib/line/lua/limits.lua",
      holds: "… from which only those are taken who came in later",
      broken: "all",
      edits: [{ find: 'if atMs <= number(line, "limitsAtMs") then return end', replace: "" }],
      tests: [
        {
          file: LOST_LINE,
          name: "a line that Redis has lost whole › has its limits before anybody is let in, less who came in since",
        },
      ],
    },
    {
      id: "admitted-while-restoring",
      file: "lib/line/scripts/create.lua",
      holds: "… and lets nobody in before the admissions are restored",
      broken: "the hold is enough",
      edits: [
        { find: 'if args.isRestoring == 1 then put(line, "restoring", "1") end', replace: "" },
      ],
      tests: [
        {
          file: LIMITS,
          name: "nobody is let in before the admissions of a lost line are restored",
        },
      ],
    },
    {
      id: "unknown-key-replaced",
      file: "waiting-room/visit/visit.ts",
      holds: "a place under an unknown key is kept",
      broken: "it counts as none",
      edits: [
        {
          find: 'if (held.type === "unknown-key") throw new HttpError("recovering", 5_000);',
          replace: 'if (held.type === "unknown-key") return { line, event, place: null };',
        },
      ],
      tests: [
        {
          file: "test/waiting-room/server.redis.test.ts",
          name: "a place sealed with a key this process lacks is kept, not replaced",
        },
      ],
    },
  ],
};
