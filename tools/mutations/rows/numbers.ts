import type { Guarantee } from "../mutation";

const EVENT_LINE = "waiting-room/line/event-line.redis.test.ts";
const AFTER_A_LOSS = {
  file: EVENT_LINE,
  name: "after a loss numbers skip far ahead, nothing is given before the hold ends",
};

export const NUMBERS: Guarantee = {
  document: "docs/guarantees.md",
  title: "2. One number, one visitor",
  rows: [
    {
      id: "loss-unnoticed",
      file: "lib/line/lua/guard.lua",
      holds: "a loss is noticed by `master_replid`",
      broken: "not compared",
      edits: [{ find: 'text(line, "replid") ~= replicationId(shared) or (', replace: "(" }],
      tests: [AFTER_A_LOSS],
    },
    {
      id: "no-skip",
      file: "lib/line/lua/guard.lua",
      holds: "after a loss numbers go on a million further",
      broken: "without a gap",
      edits: [
        {
          find: 'putLane(line, lane, "last", base + ',
          replace: 'putLane(line, lane, "last", base + 0 * ',
        },
      ],
      tests: [
        {
          file: EVENT_LINE,
          name: "numbers that a process has seen are never given again, even if Redis forgot them",
        },
      ],
    },
    {
      id: "no-hold",
      file: "lib/line/lua/guard.lua",
      holds: "nothing is given until the skip is on disk",
      broken: "given at once",
      edits: [{ find: 'if now < number(line, "holdUntilMs") or', replace: "if false or" }],
      tests: [AFTER_A_LOSS],
    },
    {
      id: "line-made-again",
      file: "lib/line/scripts/create.lua",
      holds: "a line that exists is not made again",
      broken: "it is",
      edits: [
        { find: 'if number(held, "run") >= args.runId then return { "EXISTS" } end', replace: "" },
      ],
      tests: [
        {
          file: EVENT_LINE,
          name: "a new run starts at one, keeps the bucket, and refuses calls of the old run",
        },
      ],
    },
    {
      id: "journal-unread",
      file: "lib/line/scripts/join.lua",
      holds: "the journal tells which joins are repeated",
      broken: "not read",
      edits: [{ find: "if args.repeatedSinceMs >= 0 then", replace: "if false then" }],
      tests: [{ file: EVENT_LINE, name: "a repeated join keeps its number" }],
    },
  ],
};
