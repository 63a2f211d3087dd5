import type { Guarantee } from "../mutation";
import { LOOKERS } from "./programs";

const EVENT_LINE = "waiting-room/line/event-line.redis.test.ts";
const MOBILE = "test/waiting-room/mobile.redis.test.ts";
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
      holds: "after a loss numbers go on in another epoch",
      broken: "in the same",
      edits: [
        {
          find: "return endEpoch(line, lane, LINE.epochNumbers) end",
          replace: "return end",
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
      edits: [{ find: 'if now < number(line, "holdUntilMs") or ', replace: "if " }],
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
      id: "joins-unread",
      file: "lib/line/scripts/join.lua",
      holds:
        "a join id that was there before keeps its number, whether or not the browser says that it repeats",
      broken: "not looked for",
      edits: [
        {
          find: "sources = findJoins(joins, ids), openSources",
          replace: "sources = {}, openSources",
        },
      ],
      tests: [{ file: EVENT_LINE, name: "a repeated join keeps its number" }],
    },
    {
      id: "twice-in-one-call",
      file: "lib/line/scripts/join.lua",
      holds: "… also when both come in one call",
      broken: "each gets a number",
      edits: [{ find: "if found[i] or turnOf[id] then", replace: "if found[i] then" }],
      tests: [
        {
          file: EVENT_LINE,
          name: "one join id has one number however often it is sent, together and through other processes",
        },
      ],
    },
    {
      id: "former-joins-unread",
      file: "lib/line/lua/joins.lua",
      holds: "… and also when it stands in the half whose turn is over",
      broken: "only the current one is read",
      edits: [{ find: "found[i] = found[i] or former", replace: "found[i] = found[i] or false" }],
      tests: [
        {
          file: EVENT_LINE,
          name: "a join is known for an hour at least, wherever it stands, and then forgotten at once",
        },
      ],
    },
    ...LOOKERS,
    {
      id: "app-asks-twice",
      file: "lib/line/scripts/pass.lua",
      holds: "a request of an app that is sent twice takes one number",
      broken: "it takes two",
      edits: [{ find: "admittedBefore(claim, joinId) or 0", replace: "0" }],
      tests: [
        {
          file: MOBILE,
          name: "a request of an app that is sent twice gets the same pass, and another one another",
        },
      ],
    },
    {
      id: "app-gets-an-old-pass",
      file: "lib/line/scripts/pass.lua",
      holds: "… while its token is valid",
      broken: "for as long as the line knows of it",
      edits: [
        {
          find: ' or line.now > tonumber(at) + number(line, "validitySeconds") * 1000 then return nil end',
          replace: " then return nil end",
        },
      ],
      tests: [{ file: MOBILE, name: "a pass that has expired is not given again" }],
    },
    {
      id: "number-for-a-frame",
      file: "waiting-room/visit/framing.ts",
      holds: "a frame of a site that the event does not name takes no number and gets no cookie",
      broken: "as in a window",
      edits: [{ find: 'if (framing === "foreign") throw', replace: "if (framing === null) throw" }],
      tests: [
        {
          file: "test/waiting-room/frames.redis.test.ts",
          name: "a frame of any other site › … gets no page, no place and no cookie",
        },
      ],
    },
  ],
};
