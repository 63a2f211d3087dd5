import type { Guarantee, Mutation } from "../mutation";

const READS: Mutation["tests"] = [
  {
    file: "test/bounded-work.redis.test.ts",
    name: "no call of a script reads more in a line that is ten times as long, and none a thousand elements",
  },
];

export const BOUNDED: Guarantee = {
  document: "docs/guarantees.md",
  title: "Bounded work",
  rows: [
    {
      id: "joins-read-whole",
      file: "lib/line/lua/joins.lua",
      holds: "an earlier join is looked up by its id",
      broken: "all of them are read",
      edits: [
        {
          find: 'local found = redis.call("HMGET", joins.current, unpack(fields))',
          replace:
            'redis.call("HKEYS", joins.current) local found = redis.call("HMGET", joins.current, unpack(fields))',
        },
      ],
      tests: READS,
    },
    {
      id: "joins-kept",
      file: "lib/line/lua/memory.lua",
      holds: "joins are forgotten all at once, after one to two hours",
      broken: "they stay",
      edits: [
        {
          find: "  emptyHalf(halves.former)\n",
          replace: "",
        },
      ],
      tests: [
        {
          file: "waiting-room/line/event-line.redis.test.ts",
          name: "a join is known for an hour at least, wherever it stands, and then forgotten at once",
        },
      ],
    },
    {
      id: "joins-old",
      file: "lib/line/lua/memory.lua",
      holds: "… and none is kept where nobody has joined for an hour",
      broken: "the half that is written stays",
      edits: [{ find: "    emptyHalf(halves.current)\n", replace: "" }],
      tests: [
        {
          file: "waiting-room/line/event-line.redis.test.ts",
          name: "of a line in which all joins are older than an hour two megabytes are kept for 100,000",
        },
      ],
    },
    {
      id: "seats-ended-together",
      file: "lib/line/lua/seats.lua",
      holds: "of seats that are over a call clears 250 away at the most",
      broken: "all of them",
      edits: [{ find: "math.min(over, SEATS.endedAtOnce) - 1", replace: "over - 1" }],
      tests: READS,
    },
    {
      id: "report-in-one-call",
      file: "lib/line/commands/limits.ts",
      holds: "a long report of a site is told in several calls",
      broken: "in one",
      edits: [
        { find: "const REPORTED_AT_ONCE = 100;", replace: "const REPORTED_AT_ONCE = 1_000;" },
      ],
      tests: READS,
    },
    {
      id: "uses-in-one-call",
      file: "lib/line/commands/redemptions.ts",
      holds: "… and so is a long report of tokens",
      broken: "in one",
      edits: [{ find: "const AT_ONCE = 250;", replace: "const AT_ONCE = 1_000;" }],
      tests: READS,
    },
  ],
};
