import type { Guarantee } from "../mutation";

const FIGURES = "test/waiting-room/figures.db.test.ts";

export const FIGURES_BY_MINUTE: Guarantee = {
  document: "docs/guarantees.md",
  title: "Figures",
  rows: [
    {
      id: "figures-added",
      file: "lib/services/figures/store.ts",
      holds: "a count is stored as what it is",
      broken: "added to what is there",
      edits: [
        {
          find: 'highest: Prisma.sql`GREATEST(one."held", one."new")`',
          replace: 'highest: Prisma.sql`COALESCE(one."held" + one."new", one."held", one."new")`',
        },
      ],
      tests: [
        {
          file: FIGURES,
          name: "figures by minute › are the same after any number of drains at once, and where one was interrupted",
        },
      ],
    },
    {
      id: "figures-forgotten-early",
      file: "lib/line/scripts/forget-minutes.lua",
      holds: "the line forgets a minute once it is over",
      broken: "as soon as it is stored",
      edits: [{ find: "if isOver and redis", replace: "if at and redis" }],
      tests: [
        {
          file: FIGURES,
          name: "figures by minute › are stored as they grow, and forgotten by the line once their minute is over",
        },
      ],
    },
    {
      id: "figures-one-part",
      file: "lib/line/lua/guard.lua",
      holds: "what is counted after a loss stands apart",
      broken: "in one count with what the loss has undone",
      edits: [{ find: "  beginPart(line, replicationId(shared))\n", replace: "" }],
      tests: [
        {
          file: FIGURES,
          name: "figures by minute › are neither doubled nor lost when Redis comes back as it was before",
        },
      ],
    },
    {
      id: "figures-joins-undone",
      file: "waiting-room/line/minute-counts.ts",
      holds: "joins that a loss undid are counted where they had been",
      broken: "left to what was stored",
      edits: [{ find: "if (areJoinsOwed) this.countUndone(to.state);", replace: "" }],
      tests: [
        {
          file: FIGURES,
          name: "figures by minute › of joins that a loss has undone are counted once, stored before it or not",
        },
      ],
    },
    {
      id: "figures-kept-joins",
      file: "waiting-room/line/minute-counts.ts",
      holds: "… and those that it has left are not",
      broken: "all of the last seconds",
      edits: [
        { find: "isOlder && joins.firstNumber > keptLast", replace: "isOlder && keptLast >= 0" },
      ],
      tests: [
        {
          file: FIGURES,
          name: "figures by minute › of joins that a loss has undone are counted once, stored before it or not",
        },
      ],
    },
    {
      id: "figures-not-sent-again",
      file: "waiting-room/line/minute-counts.ts",
      holds: "what a process had counted is handed over again after a loss",
      broken: "forgotten",
      edits: [{ find: "isOwed ? this.taken.owed() : []", replace: "[]" }],
      tests: [
        {
          file: FIGURES,
          name: "figures by minute › of a process get to the line once, whatever Redis has lost of them",
        },
      ],
    },
    {
      id: "figures-counted-twice",
      file: "lib/line/scripts/count.lua",
      holds: "the line takes what has a number once",
      broken: "each time that it comes",
      edits: [{ find: "  if number > last then", replace: "  if number > 0 then" }],
      tests: [
        {
          file: FIGURES,
          name: "figures by minute › of a process count once where the answer was lost",
        },
      ],
    },
    {
      id: "figures-no-shows-again",
      file: "lib/line/lua/window.lua",
      holds: "no-shows are not counted again when their numbers are called again after a loss",
      broken: "counted each time",
      edits: [
        { find: "math.max(0, n - math.max(serving, window.passedTo))", replace: "n - serving" },
      ],
      tests: [
        {
          file: FIGURES,
          name: "figures by minute › tell of those who were called and not there, once also where a loss has undone the calling",
        },
      ],
    },
    {
      id: "figures-no-shows-undone",
      file: "waiting-room/line/line-refresher.ts",
      holds: "… and those that a loss undid are known to a process that had heard of them",
      broken: "left to what was stored",
      edits: [{ find: 'lane.noShows || "0:0:0"', replace: '"0:0:0"' }],
      tests: [
        {
          file: FIGURES,
          name: "figures by minute › tell of those who were called and not there, once also where a loss has undone the calling",
        },
      ],
    },
    {
      id: "figures-drained-again",
      file: "lib/services/admission/drain.ts",
      holds: "an admission is counted where its row is new",
      broken: "each time that it is drained",
      edits: [
        {
          find: "countAdmissions(created)",
          replace:
            "countAdmissions(rows.map((row) => ({ ...row, lane: Number(row.lane), renewal: Number(row.renewal), admittedAt: new Date(row.admittedAt) })))",
        },
      ],
      tests: [
        {
          file: FIGURES,
          name: "admissions › by minute are those of the admission rows, however often they are drained",
        },
      ],
    },
    {
      id: "figures-unbounded",
      file: "lib/line/lua/minutes.lua",
      holds: "while nobody fetches them minutes are counted together",
      broken: "each has its fields",
      edits: [
        {
          find: "  if held <= MINUTES.fields then return end\n  local together",
          replace: "  if held > 0 then return end\n  local together",
        },
      ],
      tests: [
        {
          file: FIGURES,
          name: "figures by minute › where nobody fetches them, minutes are counted together and nothing is lost",
        },
      ],
    },
    {
      id: "timeline-twice",
      file: "lib/services/figures/read-timeline.ts",
      holds: "a timeline counts once what is stored and still in the line",
      broken: "twice",
      edits: [
        {
          find: 'SELECT "lane", "kind", "minute", max("value") AS "value"',
          replace: 'SELECT "lane", "kind", "minute", sum("value") AS "value"',
        },
      ],
      tests: [
        {
          file: "lib/services/figures/read-timeline.db.test.ts",
          name: "a timeline › has what is stored and what the line still holds, each once",
        },
      ],
    },
    {
      id: "timeline-last-minute",
      file: "lib/services/figures/read-timeline.ts",
      holds: "a long step shows its fullest minute",
      broken: "its emptiest",
      edits: [{ find: '"people" DESC, "minute" DESC', replace: '"people" ASC, "minute" DESC' }],
      tests: [
        {
          file: "lib/services/figures/read-timeline.db.test.ts",
          name: "a timeline › tells of a long step how it stood in its fullest minute, in every lane",
        },
      ],
    },
  ],
};
