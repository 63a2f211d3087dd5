import type { Guarantee } from "../mutation";
import { ORDER_OF_OPENINGS } from "./openings";

const EVENT_LINE = "waiting-room/line/event-line.redis.test.ts";
const GUARANTEES = "waiting-room/line/guarantees.redis.test.ts";
const ORDER = "waiting-room/line/order.redis.test.ts";
const SOON = "waiting-room/line/soon.redis.test.ts";
const TOLD_TO_SLEEP = "waiting-room/line/told-to-sleep.redis.test.ts";
const SLEEP = "lib/domain/line/sleep.property.test.ts";

export const ORDER_OF_ENTRY: Guarantee = {
  document: "docs/guarantees.md",
  title: "3. Order",
  rows: [
    {
      id: "entry-above-serving",
      file: "lib/line/scripts/enter.lua",
      holds: "nobody above the serving number enters",
      broken: "not compared",
      edits: [{ find: 'if n > serving and not isRandom then return "early" end', replace: "" }],
      tests: [{ file: EVENT_LINE, name: "nobody enters above the serving number" }],
    },
    {
      id: "told-to-sleep-absent",
      file: "lib/line/lua/window.lua",
      holds:
        "who was told to come back later is waited for until it goes on, and then until all have heard of it",
      broken: "for no time",
      edits: [{ find: "line.now + AWAITED.hearMs", replace: "line.now" }],
      tests: [
        {
          file: TOLD_TO_SLEEP,
          name: "… › those who waited … s go before who comes at that moment",
        },
      ],
    },
    {
      id: "undone-for-good",
      file: "lib/domain/line/phase.ts",
      holds: "a page stops asking only where nothing can come any more in this run",
      broken: "also where nobody is let in",
      edits: [
        { find: 'phase === "ended" || phase === "stopped";', replace: 'phase !== "running";' },
      ],
      tests: [
        {
          file: "waiting-room/client/hear.test.ts",
          name: "what can be undone is asked for again › …",
        },
      ],
    },
    {
      id: "window-unbounded",
      file: "lib/line/lua/window.lua",
      holds: "the window opens to four seconds of slots",
      broken: "without a bound",
      edits: [
        {
          find: " and window.live < (window.serving < upTo and wanted or math.ceil(wanted / 2))",
          replace: "",
        },
      ],
      tests: [
        {
          file: EVENT_LINE,
          name: "the window never holds more than ten seconds of slots, and absent visitors block nobody",
        },
      ],
    },
    {
      id: "unconfirmed-passed-at-once",
      file: "lib/line/lua/window.lua",
      holds: "an unconfirmed number is passed only after six seconds near the front",
      broken: "at once",
      edits: [{ find: "elseif n > window.reach then", replace: "elseif false then" }],
      tests: [
        {
          file: GUARANTEES,
          name: "numbers that nobody confirms are passed after six seconds near the front, not before",
        },
      ],
    },
    {
      id: "group-unsorted",
      file: "waiting-room/line/call-batcher.ts",
      holds: "those who ask together are sorted by number",
      broken: "not sorted",
      edits: [{ find: "if (rankOf !== undefined) waiting", replace: "if (false) waiting" }],
      tests: [
        { file: GUARANTEES, name: "of those who ask together the lowest number goes first" },
        {
          file: "waiting-room/line/call-batcher.test.ts",
          name: "the lowest rank goes first, also of those for whom there is no room in the next call",
        },
      ],
    },
    {
      id: "no-slot-kept",
      file: "lib/line/scripts/enter.lua",
      holds: "a slot is kept for each lower number that asked in vain",
      broken: "none is kept",
      edits: [{ find: "local wanted = isOfLate and 1 or 1 + ahead", replace: "local wanted = 1" }],
      tests: [
        {
          file: ORDER,
          name: "who asked and found no slot › gets the next slot, also when others ask first",
        },
      ],
    },
    {
      id: "overtaken-from-far",
      file: "lib/line/scripts/enter.lua",
      holds: "… and nobody goes in from more than ten seconds behind them",
      broken: "not compared",
      edits: [{ find: "if not isOfLate and lowest and ", replace: "if false and " }],
      tests: [
        {
          file: ORDER,
          name: "who asked and found no slot › has a slot kept, and is not overtaken from far behind",
        },
      ],
    },
    {
      id: "late-while-asking",
      file: "lib/line/scripts/enter.lua",
      holds: "… who stay in time while they ask",
      broken: "they are late after a minute",
      edits: [{ find: "return not awaited[n] and anyLive", replace: "return anyLive" }],
      tests: [
        {
          file: ORDER,
          name: "who asked and found no slot › stays in time and in the window however long it takes",
        },
      ],
    },
    {
      id: "outside-window-while-asking",
      file: "lib/line/lua/window.lua",
      holds: "… and in the window",
      broken: "only for six seconds",
      edits: [{ find: "if n < from then live = live + 1 end", replace: "" }],
      tests: [
        {
          file: ORDER,
          name: "who asked and found no slot › stays in time and in the window however long it takes",
        },
      ],
    },
    {
      id: "called-from-far-behind",
      file: "lib/line/lua/window.lua",
      holds: "numbers are called up to ten seconds behind the lowest under way",
      broken: "up to the whole width",
      edits: [
        { find: "if not lowest then return math.huge end", replace: "do return math.huge end" },
      ],
      tests: [
        {
          file: ORDER,
          name: "nobody is called from further behind those under way, unless nearly all are gone",
        },
      ],
    },
    {
      id: "passed-by-newcomers",
      file: "lib/line/scripts/pass.lua",
      holds: "a dormant event keeps their slots from newcomers",
      broken: "not kept",
      edits: [{ find: "if n < from then kept = kept + 1 end", replace: "" }],
      tests: [
        {
          file: ORDER,
          name: "who asked and found no slot › is not passed by newcomers who would go straight in",
        },
      ],
    },
    {
      id: "late-becomes-in-time",
      file: "lib/line/scripts/enter.lua",
      holds: "who is late stays late, also after asking in vain",
      broken: "they are in time from then on",
      edits: [{ find: "if isLate(n) then\n    ms", replace: "if false then\n    ms" }],
      tests: [
        {
          file: ORDER,
          name: "nobody in time is overtaken by more than ten seconds of outflow › when many late visitors come back in one moment",
        },
      ],
    },
    {
      id: "sleeps-past-turn",
      file: "lib/domain/line/sleep.ts",
      holds: "nobody sleeps past their turn at the published speed",
      broken: "a third longer",
      edits: [{ find: "asleepMs = soonestMs *", replace: "asleepMs = 1.34 * soonestMs *" }],
      tests: [
        {
          file: SLEEP,
          name: "nobody who follows it is passed asleep, whatever the serving number does within its limit",
        },
      ],
    },
    {
      id: "promise-broken",
      file: "lib/line/lua/promise.lua",
      holds: "a published speed is kept while anybody sleeps upon it",
      broken: "the outflow in force counts at once",
      edits: [{ find: "return outflow / LINE.bucketSeconds", replace: "return pace.rate" }],
      tests: [
        {
          file: EVENT_LINE,
          name: "a raised outflow moves the serving number no faster than was published to those who sleep",
        },
      ],
    },
    {
      id: "soon-broken",
      file: "lib/line/lua/promise.lua",
      holds: "the speed published for the near future is kept while anybody sleeps upon it",
      broken: "what is published now counts at once",
      edits: [{ find: "return promised / 1000", replace: "return soon / 1000" }],
      tests: [
        {
          file: SOON,
          name: "the speed of the near future is kept, and given up where many are gone",
        },
      ],
    },
    {
      id: "soon-never-given-up",
      file: "lib/line/lua/promise.lua",
      holds: "a lane that is held back by it is told of the speed limit alone",
      broken: "it is never held back",
      edits: [{ find: "or not speed or isHeldBack then", replace: "or not speed then" }],
      tests: [
        {
          file: SOON,
          name: "the speed of the near future is kept, and given up where many are gone",
        },
      ],
    },
    {
      id: "soon-beside-the-version-before",
      file: "lib/line/lua/window.lua",
      holds: "it is not published where a process moves the line that knows nothing of it",
      broken: "it is",
      edits: [
        {
          find: 'local keepsSoon = number(line, "tickAtMs") == number(line, "speedsAtMs")',
          replace: "local keepsSoon = true",
        },
      ],
      tests: [
        {
          file: SOON,
          name: "no speed of the near future is published beside a process of the version before",
        },
      ],
    },
    {
      id: "near-forgotten",
      file: "waiting-room/client/in-line.ts",
      holds: "whoever said to be near from too far away says it again",
      broken: "once for all",
      edits: [
        {
          find: "nearLosses === line.losses && isNearing(line, nearFrom)",
          replace: "nearLosses === line.losses && nearFrom >= 0",
        },
      ],
      tests: [
        {
          file: "waiting-room/client/hear.test.ts",
          name: "near the front › says so again where the line listens less far than it did",
        },
      ],
    },
    {
      id: "promise-broken-in-model",
      file: "simulation/rules/promise.ts",
      holds: "… in the model of it as well",
      broken: "the outflow in force counts at once",
      edits: [{ find: "promises[0]?.published", replace: "promises.at(-1)?.published" }],
      tests: [
        {
          file: SLEEP,
          name: "nobody who follows it is passed asleep, whatever the serving number does within its limit",
        },
      ],
    },
    ...ORDER_OF_OPENINGS,
  ],
};
