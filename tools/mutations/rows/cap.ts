import type { Guarantee } from "../mutation";
import { CAP_AFTER_LOSS } from "./cap-after-loss";
import { CAP_SAFETY_NET } from "./cap-safety-net";

const METHODS = "waiting-room/line/methods.redis.test.ts";
const SEATS = "waiting-room/line/seats.redis.test.ts";
const GUARANTEES = "waiting-room/line/guarantees.redis.test.ts";
const EVENT_LINE = "waiting-room/line/event-line.redis.test.ts";

export const CAP: Guarantee = {
  document: "docs/guarantees.md",
  title: "1. Cap",
  rows: [
    {
      id: "bucket-depth",
      file: "lib/line/lua/pace.lua",
      holds: "the bucket holds one second of slots",
      broken: "three seconds",
      edits: [{ find: "depth = math.max(1, rate),", replace: "depth = math.max(1, 3 * rate)," }],
      tests: [
        {
          file: GUARANTEES,
          name: "a line that has rested › gives no more than the outflow in the minute that follows",
        },
      ],
    },
    {
      id: "minute-too-fast",
      file: "lib/domain/line/rates.ts",
      holds: "a minute's outflow is spread over 61.5 s",
      broken: "over 59 s",
      edits: [{ find: "bucketSeconds: 61.5", replace: "bucketSeconds: 59" }],
      tests: [{ file: METHODS, name: "lanes › never let more in together than the outflow" }],
    },
    {
      id: "slots-after-silence",
      file: "lib/line/lua/bucket.lua",
      holds: "more than a second without a call adds to one slot at the most",
      broken: "it adds what was earned",
      edits: [{ find: "if elapsedMs > 1000 then ", replace: "if false then " }],
      tests: [
        {
          file: GUARANTEES,
          name: "a line that has rested › gains one slot at most by a silence, however long",
        },
      ],
    },
    {
      id: "bucket-after-loss",
      file: "lib/line/lua/guard.lua",
      holds: "the bucket is empty after a loss",
      broken: "it keeps its slots",
      edits: [{ find: 'put(line, "tokens", 0)', replace: "" }],
      tests: [
        {
          file: GUARANTEES,
          name: "after a loss that undid it › a slot that was taken is not there again",
        },
      ],
    },
    {
      id: "entry-without-slot",
      file: "lib/line/scripts/enter.lua",
      holds: "nobody enters without a slot",
      broken: "not checked",
      edits: [{ find: 'number(line, "tokens") < wanted or ', replace: "" }],
      tests: [
        {
          file: EVENT_LINE,
          name: "many processes never admit more than the outflow in any minute of line time",
        },
      ],
    },
    {
      id: "renewal-without-slot",
      file: "lib/line/scripts/enter.lua",
      holds: "a renewal takes a slot, too",
      broken: "it takes none",
      edits: [
        { find: "if not takeSlot(n, queueId) then return refuse(n, queueId) end", replace: "" },
      ],
      tests: [
        {
          file: GUARANTEES,
          name: "a renewal takes a slot, too",
        },
      ],
    },
    {
      id: "direct-entry-without-slot",
      file: "lib/line/scripts/pass.lua",
      holds: "nobody goes straight in without a slot",
      broken: "not checked",
      edits: [{ find: 'number(line, "tokens") >= 1 + kept and ', replace: "" }],
      tests: [
        {
          file: EVENT_LINE,
          name: "a dormant event sends newcomers in until its slots are used, then serves the page",
        },
      ],
    },
    {
      id: "bucket-of-new-run",
      file: "lib/line/scripts/create.lua",
      holds: "a new run keeps the bucket as it is",
      broken: "it gets a full one",
      edits: [
        {
          find: 'put(line, "tokens", number(held, "tokens"))',
          replace: 'put(line, "tokens", 1000)',
        },
      ],
      tests: [{ file: GUARANTEES, name: "a reset brings no slots of its own" }],
    },
    {
      id: "seats-are-free",
      file: "lib/line/lua/seats.lua",
      holds: "there is a seat only below the active cap",
      broken: "always",
      edits: [
        {
          find: "return seats.cap == 0 or seats.taken + count <= seats.cap",
          replace: "return true",
        },
      ],
      tests: [{ file: METHODS, name: "the active cap › holds for the direct entry too" }],
    },
    {
      id: "renewal-without-seat",
      file: "lib/line/scripts/enter.lua",
      holds: "a renewal needs its own seat or a free one",
      broken: "it needs none",
      edits: [
        { find: "if renewedBy and holdsSeat(seats, renewedBy) then", replace: "if renewedBy then" },
      ],
      tests: [
        {
          file: GUARANTEES,
          name: "the active cap › holds for a renewal whose seat has ended and was taken by another",
        },
      ],
    },
    {
      id: "seats-forgotten-by-loss",
      file: "lib/line/lua/unnamed-seats.lua",
      holds:
        "where a process died with Redis, the seats it may have given count for the length of a visit",
      broken: "they do not count",
      edits: [
        {
          find: "return math.ceil(math.max(safetyNetPerMinute",
          replace: "return 0 * math.ceil(math.max(safetyNetPerMinute",
        },
      ],
      tests: [
        {
          file: GUARANTEES,
          name: "the active cap › counts what each of two losses may have forgotten, each for the length of a visit",
        },
      ],
    },
    {
      id: "seats-under-undone-settings",
      file: "lib/line/scripts/settings.lua",
      holds: "… also the seats of those let in under settings that the loss has undone",
      broken: "they do not count",
      edits: [{ find: "if lossAtMs > 0 and", replace: "if false and" }],
      tests: [
        {
          file: GUARANTEES,
          name: "the active cap › counts whom a loss may have forgotten under another … that it undid",
        },
      ],
    },
    {
      id: "seats-met-by-new-run",
      file: "lib/line/scripts/create.lua",
      holds: "… also where only a new run notices the loss",
      broken: "they do not count",
      edits: [{ find: "loseLine(held, call, keys.unnamedSeats, shared, 0)", replace: "" }],
      tests: [
        {
          file: GUARANTEES,
          name: "the active cap › counts what a loss may have forgotten that only a new run has met",
        },
      ],
    },
    ...CAP_AFTER_LOSS,
    {
      id: "seats-without-cap",
      file: "lib/line/lua/seats.lua",
      holds: "who comes in while there is no cap takes a seat without a name",
      broken: "they take none",
      edits: [
        {
          find: "seats.newUnnamed = seats.newUnnamed + 1",
          replace: "seats.newUnnamed = seats.newUnnamed",
        },
      ],
      tests: [
        { file: GUARANTEES, name: "the active cap › counts who was let in while there was none" },
      ],
    },
    {
      id: "unnamed-seat-ends-early",
      file: "lib/line/lua/unnamed-seats.lua",
      holds: "… which ends no earlier than the visit",
      broken: "its end is rounded down",
      edits: [{ find: "math.ceil(untilMs / partMs)", replace: "math.floor(untilMs / partMs)" }],
      tests: [
        {
          file: GUARANTEES,
          name: "the active cap › the visits begun under a longer session stay as long as they were to",
        },
      ],
    },
    {
      id: "unnamed-seats-kept-one-by-one",
      file: "lib/line/lua/seats.lua",
      holds: "… and needs no memory of its own",
      broken: "each has a seat of its own",
      edits: [
        { find: "if seats.cap > 0 or hasNamedSeat(seats, queueId) then", replace: "if true then" },
      ],
      tests: [
        {
          file: GUARANTEES,
          name: "the active cap › keeps a small count, not a seat each, of those let in while there is none",
        },
      ],
    },
    {
      id: "ended-seats-count",
      file: "lib/line/lua/seats.lua",
      holds: "a seat that is over counts nowhere while it still stands there",
      broken: "it counts until it is cleared away",
      edits: [
        {
          find: "named = named - over",
          replace: "named = named - math.min(over, SEATS.endedAtOnce)",
        },
      ],
      tests: [
        {
          file: SEATS,
          name: "seats that ended together count nowhere, however many calls it takes to clear them away",
        },
      ],
    },
    {
      id: "ended-seat-held",
      file: "lib/line/lua/seats.lua",
      holds: "… and nobody holds it",
      broken: "its visitor does",
      edits: [{ find: "endsAtMs and tonumber(endsAtMs) > seats.now", replace: "endsAtMs" }],
      tests: [
        {
          file: SEATS,
          name: "whose seat has ended holds none, also while it still stands there",
        },
      ],
    },
    {
      id: "report-makes-a-seat",
      file: "lib/line/scripts/seat-reports.lua",
      holds: "without a cap a site's report renews only seats with a name",
      broken: "it makes one for everybody",
      edits: [
        { find: "if isCapped or hasNamedSeat(seats, queueId) then", replace: "if true then" },
      ],
      tests: [
        {
          file: GUARANTEES,
          name: "the active cap › keeps a seat by name while there is none, and frees it",
        },
      ],
    },
    ...CAP_SAFETY_NET,
  ],
};
