import type { Guarantee } from "../mutation";

const DORMANT = "waiting-room/line/dormant.redis.test.ts";
const EVENT_LINE = "waiting-room/line/event-line.redis.test.ts";
const FEW_SLOTS = "waiting-room/line/few-slots.redis.test.ts";
const METHODS = "waiting-room/line/methods.redis.test.ts";
const ORDER = "waiting-room/line/order.redis.test.ts";

export const FLOW: Guarantee = {
  document: "docs/guarantees.md",
  title: "6. Flow",
  rows: [
    {
      id: "silent-cost-slots",
      file: "lib/line/lua/silence.lua",
      holds: "where slots are rare, who fell silent near the front is passed over",
      broken: "they count as there",
      edits: [
        { find: 'if not isIn then redis.call("SETBIT", keys.confirmed, bit, 0) end', replace: "" },
      ],
      tests: [
        {
          file: FEW_SLOTS,
          name: "at an outflow of … people who stand next and go away cost at most … of twenty slots",
        },
      ],
    },
    {
      id: "silent-while-shut",
      file: "lib/line/lua/silence.lua",
      holds: "… while the line goes on, and not for looking seldom before a start or in a pause",
      broken: "then as well",
      edits: [{ find: "or isShut or not (", replace: "or not (" }],
      tests: [
        {
          file: FEW_SLOTS,
          name: "who falls silent near the front › is not passed for looking seldom while all wait for …",
        },
      ],
    },
    {
      id: "silence-of-all",
      file: "lib/line/lua/silence.lua",
      holds: "… while others are heard",
      broken: "also where nobody is",
      edits: [{ find: "or not (isHeard and isUnbroken)", replace: "" }],
      tests: [
        {
          file: FEW_SLOTS,
          name: "who falls silent near the front › is not passed while nobody at all is heard",
        },
      ],
    },
    {
      id: "silence-beside-former",
      file: "lib/line/lua/silence.lua",
      holds: "… and not beside a process of the version before, which notes nobody's presence",
      broken: "also there",
      edits: [{ find: "if not isAlone then", replace: "if false then" }],
      tests: [
        {
          file: FEW_SLOTS,
          name: "who falls silent near the front › is not passed beside a process that asks nobody to say so again",
        },
      ],
    },
    {
      id: "silence-unpromised",
      file: "lib/line/scripts/near.lua",
      holds: "… nor whoever has not said that they would say it again",
      broken: "everybody has to",
      edits: [{ find: "if saysAgain == 1 then", replace: "if true then" }],
      tests: [
        {
          file: FEW_SLOTS,
          name: "who falls silent near the front › has to have said that they would say it again",
        },
      ],
    },
    {
      id: "said-once",
      file: "waiting-room/client/in-line.ts",
      holds: "a page near the front says again that it is there where slots are rare",
      broken: "once for all",
      edits: [
        { find: "isNear && line.slots < SPARSE_SLOTS ? dueAtMs.line : NEVER", replace: "NEVER" },
      ],
      tests: [
        {
          file: "waiting-room/client/hear.test.ts",
          name: "near the front › says so again with each look where slots are rare",
        },
      ],
    },
    {
      id: "called-long-before",
      file: "lib/line/lua/window.lua",
      holds: "nobody is called longer than ten seconds before there is a slot",
      broken: "one always is",
      edits: [{ find: "if window.isHeldBack then break end", replace: "" }],
      tests: [
        {
          file: FEW_SLOTS,
          name: "nobody is called long before their slot › …",
        },
      ],
    },
    {
      id: "minute-too-slow",
      file: "lib/domain/line/rates.ts",
      holds: "a minute's outflow is spread over 61.5 s, not more",
      broken: "over 66 s",
      edits: [{ find: "bucketSeconds: 61.5", replace: "bucketSeconds: 66" }],
      tests: [
        {
          file: EVENT_LINE,
          name: "many processes never admit more than the outflow in any minute of line time",
        },
      ],
    },
    {
      id: "unconfirmed-never-passed",
      file: "lib/line/lua/window.lua",
      holds: "an unconfirmed number is passed",
      broken: "never",
      edits: [{ find: "elseif n > window.reach then", replace: "elseif true then" }],
      tests: [
        {
          file: EVENT_LINE,
          name: "the window never holds more than ten seconds of slots, and absent visitors block nobody",
        },
      ],
    },
    {
      id: "waited-for-for-ever",
      file: "lib/line/lua/asking.lua",
      holds: "who asked in vain and does not come back is waited for no longer than they were told",
      broken: "for ever",
      edits: [{ find: "tonumber(untilMs) > now then", replace: "true then" }],
      tests: [
        {
          file: ORDER,
          name: "who asked and found no slot › is not waited for when they do not ask again",
        },
        {
          file: ORDER,
          name: "who asked and found no slot › and goes away for good costs no more than a slot",
        },
      ],
    },
    {
      id: "late-take-all",
      file: "lib/domain/line/rates.ts",
      holds: "late visitors get a fifth of the slots",
      broken: "all of them",
      edits: [{ find: "lateShare: 0.2", replace: "lateShare: 1" }],
      tests: [
        {
          file: EVENT_LINE,
          name: "late returners get at most a fifth of the slots while others wait",
        },
      ],
    },
    {
      id: "nothing-saved-up",
      file: "lib/line/scripts/tick.lua",
      holds: "the bucket of an event at which nothing happens fills up",
      broken: "only that of one that moves",
      edits: [
        { find: "if moving or not isBucketFull(line, pace) then", replace: "if moving then" },
      ],
      tests: [
        {
          file: DORMANT,
          name: "those who come together to an event at which nothing happens › go straight in at … a minute, as many as a second lets in",
        },
      ],
    },
    {
      id: "savings-lost",
      file: "lib/line/lua/bucket.lua",
      holds: "… and keeps what it holds, however long nobody looks",
      broken: "after a second one slot is left",
      edits: [
        {
          find: "tokens = math.max(held, math.min(1, tokens))",
          replace: "tokens = math.min(1, tokens)",
        },
      ],
      tests: [
        {
          file: DORMANT,
          name: "those who come together to an event at which nothing happens › go straight in also after a long silence",
        },
      ],
    },
    {
      id: "slot-unused",
      file: "lib/line/lua/lanes.lua",
      holds:
        "a whole slot is never left unused, also where each of many lanes has saved a part of it",
      broken: "only the lane that is ahead, and has a whole one, may take it",
      edits: [
        { find: "if own >= 1 then return true end", replace: "if own < 1 then return false end" },
      ],
      tests: [
        {
          file: METHODS,
          name: "lanes › use every slot, also where each of many has saved only a part of it",
        },
      ],
    },
    {
      id: "slot-unused-in-model",
      file: "simulation/rules/lane-shares.ts",
      holds: "… in the model of the lanes as well",
      broken: "only the lane that is ahead, and has a whole one, may take it",
      edits: [{ find: "own >= 1 || !lanes", replace: "own >= 1 && !lanes" }],
      tests: [
        {
          file: "simulation/rules/lane-shares.property.test.ts",
          name: "a whole slot is never left unused: somebody who waits may take it",
        },
      ],
    },
    {
      id: "unseen-page-enters",
      file: "waiting-room/client/in-line.ts",
      holds: "a hidden page whose visitor has to be there asks for no slot",
      broken: "it goes in by itself",
      edits: [
        { find: "const isAwaited = mustConfirm(visitor);", replace: "const isAwaited = false;" },
      ],
      tests: [
        {
          file: "test/waiting-room/presence.redis.test.ts",
          name: "a hidden page whose visitor has to be there takes no slot, and goes in minutes later by a press",
        },
      ],
    },
    {
      id: "unseen-page-is-near",
      file: "waiting-room/client/in-line.ts",
      holds: "a hidden page that waits for its visitor holds no part of the open window",
      broken: "it says that it is near",
      edits: [{ find: "if (hidden && mustConfirm(visitor)) return NEVER;", replace: "" }],
      tests: [
        {
          file: "test/waiting-room/presence.redis.test.ts",
          name: "a hidden page whose visitor has to be there takes no slot, and goes in minutes later by a press",
        },
      ],
    },
    {
      id: "lane-parts-lost",
      file: "lib/line/lua/lanes.lua",
      holds: "a lane keeps its part of a slot until it is a whole one",
      broken: "what is in the bucket is divided anew each time",
      edits: [
        {
          find: 'if weight[lane] > 0 then kept = kept + laneNumber(line, lane, "laneTokens") end',
          replace: "",
        },
        {
          find: 'weight[lane] > 0 and laneNumber(line, lane, "laneTokens") or 0\n    putLane',
          replace: "0\n    putLane",
        },
      ],
      tests: [
        {
          file: "waiting-room/line/lanes.redis.test.ts",
          name: "of lanes of 9 and 1 at 10 a minute every tenth slot is the second one's",
        },
      ],
    },
    {
      id: "wait-without-cap",
      file: "lib/domain/line/seats-left.ts",
      holds: "under a full active cap the wait is as long as visits take to end",
      broken: "as long as the outflow says",
      edits: [{ find: "range === null || ahead < seats.free", replace: "true" }],
      tests: [
        {
          file: "test/waiting-room/expected-wait.redis.test.ts",
          name: "under a full active cap everybody is told that somebody has to leave, and how long that takes",
        },
      ],
    },
  ],
};
