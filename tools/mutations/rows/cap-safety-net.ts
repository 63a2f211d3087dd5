import type { Guarantee } from "../mutation";

const NET = "waiting-room/line/safety-net.redis.test.ts";

/** Rows of the cap: what goes straight in above the outflow while nobody waits. */
export const CAP_SAFETY_NET: Guarantee["rows"] = [
  {
    id: "net-without-threshold",
    file: "lib/line/scripts/pass.lua",
    holds:
      "while nobody waits no minute lets more straight in than the threshold of the safety net",
    broken: "not compared",
    edits: [{ find: "and kept == 0 and net.room >= 1 and", replace: "and kept == 0 and" }],
    tests: [
      {
        file: NET,
        name: "while nobody waits › the one beyond the threshold finds the page, until the minute has room",
      },
    ],
  },
  {
    id: "net-forgotten-by-the-line",
    file: "lib/line/scripts/enter.lua",
    holds: "… and the line lets in no more in that minute, either",
    broken: "it looks at the bucket alone",
    edits: [{ find: "if not hasRoom(net, wanted) then return false end", replace: "" }],
    tests: [
      {
        file: NET,
        name: "once a line is there › a rush that used the minute up keeps those who come next waiting, in order",
      },
    ],
  },
  {
    id: "net-past-those-called",
    file: "lib/line/scripts/pass.lua",
    holds: "nobody goes straight in above the outflow while somebody who was called is on the way",
    broken: "whoever was called is passed",
    edits: [{ find: "and kept == 0 and", replace: "and" }],
    tests: [
      {
        file: NET,
        name: "once a line is there › newcomers go straight in again when all who waited are in",
      },
    ],
  },
  {
    id: "net-new-minute",
    file: "lib/line/lua/safety-net.lua",
    holds: "the minute before a new threshold counts as full of the outflow",
    broken: "as empty",
    edits: [{ find: "add(letIn, line.now, math.ceil(outflowBefore))", replace: "" }],
    tests: [
      {
        file: NET,
        name: "no minute holds more than the threshold › when it comes into force after a minute at the outflow",
      },
    ],
  },
  {
    id: "net-after-reset",
    file: "lib/line/scripts/create.lua",
    holds: "a new run goes on with the minute of the one before",
    broken: "it begins with an empty one",
    edits: [{ find: '"letIn", "netAtMs", ', replace: "" }],
    tests: [
      {
        file: NET,
        name: "no minute holds more than the threshold › when the event is reset in between",
      },
    ],
  },
  {
    id: "net-unknown-after-loss",
    file: "lib/line/lua/safety-net.lua",
    holds: "after a loss that minute counts whom nobody can name",
    broken: "only those who are known",
    edits: [
      {
        find: "net.bounds, net.room = true, net.room - countUnknown(unnamedSeatsKey, now)",
        replace: "net.bounds = true",
      },
    ],
    tests: [
      {
        file: NET,
        name: "no minute holds more than the threshold › when a loss undoes a rush: what processes say again counts, and what nobody can say",
      },
    ],
  },
  {
    id: "net-rush-in-loss",
    file: "lib/line/lua/unnamed-seats.lua",
    holds: "… of whom there may be as many as the threshold",
    broken: "as the outflow lets in",
    edits: [
      { find: "math.max(safetyNetPerMinute, math.max(1, rate)", replace: "(math.max(1, rate)" },
    ],
    tests: [
      {
        file: NET,
        name: "no minute holds more than the threshold › when a loss undoes a rush: what processes say again counts, and what nobody can say",
      },
    ],
  },
  {
    id: "net-written-back",
    file: "lib/line/scripts/report.lua",
    holds: "… and those whom processes write back",
    broken: "not those",
    edits: [{ find: "    noteLetIn(line, at)\n", replace: "" }],
    tests: [
      {
        file: NET,
        name: "no minute holds more than the threshold › and what all have said again leaves the rest of the minute to newcomers",
      },
    ],
  },
  {
    id: "net-active",
    file: "lib/line/scripts/pass.lua",
    holds: "with the set number of visitors on the site nobody goes straight in",
    broken: "they do",
    edits: [{ find: "granted >= untilActive or ", replace: "" }],
    tests: [
      {
        file: NET,
        name: "while nobody waits › a number of visitors on the site ends it as well, with an active cap and without",
      },
    ],
  },
  {
    id: "net-while-governed",
    file: "lib/line/scripts/pass.lua",
    holds: "while something holds the outflow lower, nobody goes in above it",
    broken: "the threshold counts all the same",
    edits: [{ find: ' and pace.outflow >= number(line, "outflowPerMinute")', replace: "" }],
    tests: [
      {
        file: NET,
        name: "while nobody waits › an outflow that is held lower holds newcomers as well",
      },
    ],
  },
];
