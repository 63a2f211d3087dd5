import type { Guarantee } from "../mutation";

const OUTAGE = "waiting-room/line/outage.redis.test.ts";
const LOST_LINE = "lib/services/run/lost-line.db.test.ts";

/** Rows of the cap: what a loss may have forgotten, and the time that the line goes on with. */
export const CAP_AFTER_LOSS: Guarantee["rows"] = [
  {
    id: "seats-of-living-processes",
    file: "lib/line/lua/unnamed-seats.lua",
    holds: "… and not once each process that was there has written back whom it let in",
    broken: "its answer changes nothing",
    edits: [{ find: "if id ~= processId then", replace: "if true then" }],
    tests: [
      {
        file: OUTAGE,
        name: "seats that a loss may have forgotten › are none where all processes live on: nobody waits for them",
      },
    ],
  },
  {
    id: "seats-of-dead-process",
    file: "lib/line/lua/guard.lua",
    holds: "… whichever processes the line knew of",
    broken: "of none",
    edits: [
      {
        find: "noteUnknown(unnamedSeatsKey, line.now, untilMs, most, processesSince(line, knownMs - PROCESS.goneMs))",
        replace: "",
      },
    ],
    tests: [
      {
        file: OUTAGE,
        name: "seats that a loss may have forgotten › count while one process is missing, and the screen tells no more than the cap",
      },
    ],
  },
  {
    id: "goodbye-not-heard",
    file: "waiting-room/line/line-refresher.ts",
    holds: "… unless it had said goodbye",
    broken: "goodbye is a tick like others",
    edits: [{ find: "const LEAVING = -1;", replace: "const LEAVING = 0;" }],
    tests: [
      {
        file: OUTAGE,
        name: "seats that a loss may have forgotten › are none where the processes that stopped had said goodbye",
      },
    ],
  },
  {
    id: "seat-not-written-back",
    file: "lib/line/scripts/report.lua",
    holds: "who is written back has the seat again",
    broken: "without a seat",
    edits: [{ find: "takeSeatAgain(queueId, at + args.seatMs)", replace: "" }],
    tests: [
      {
        file: OUTAGE,
        name: "seats that a loss may have forgotten › are named by a process that comes late, and then count no more",
      },
    ],
  },
  {
    id: "seat-counted-twice",
    file: "lib/line/scripts/restore-admissions.lua",
    holds: "whom Postgres knows is not counted as forgotten, too",
    broken: "twice",
    edits: [{ find: "nameUnknown(keys.unnamedSeats, now, count)", replace: "" }],
    tests: [
      {
        file: OUTAGE,
        name: "seats that a loss may have forgotten › are fewer by those whom Postgres knows",
      },
    ],
  },
  {
    id: "bucket-earns-in-a-jump",
    file: "lib/line/lua/clock.lua",
    holds: "in any minute of line time no more are let in than the outflow",
    broken: "the bucket earns over the time that a loss took back",
    edits: [
      {
        find: 'put(line, "tokensAtMs", number(line, "tokensAtMs") + jumpedMs)',
        replace: 'put(line, "tokensAtMs", number(line, "tokensAtMs"))',
      },
    ],
    tests: [
      {
        file: OUTAGE,
        name: "line time goes on › and the bucket earns nothing in a jump that a restart explains",
      },
    ],
  },
  {
    id: "time-jumps-ahead",
    file: "lib/line/lua/clock.lua",
    holds: "after a failover line time goes on as callers know it, both ways",
    broken: "only a clock that is behind is corrected",
    edits: [
      {
        find: "moveTime(line, math.max(notedMs, callerLineMs))\n  if callerLineMs",
        replace: "moveTime(line, math.max(believedMs, callerLineMs))\n  if callerLineMs",
      },
    ],
    tests: [
      {
        file: OUTAGE,
        name: "line time goes on › behind a failover to a clock …, when a process calls first",
      },
    ],
  },
  {
    id: "worker-without-time",
    file: "lib/line/commands/tick.ts",
    holds: "… the worker among them",
    broken: "it tells no time",
    edits: [
      {
        find: "caller.callerLineMs ?? known?.nowMs ?? 0",
        replace: "caller.callerLineMs ?? 0",
      },
    ],
    tests: [
      {
        file: OUTAGE,
        name: "line time goes on › behind a failover to a clock …, when a worker calls first",
      },
    ],
  },
  {
    id: "time-not-judged",
    file: "lib/line/lua/guard.lua",
    holds: "while nobody can judge the time, nobody is let in",
    broken: "the hold is enough",
    edits: [
      {
        find: 'if has(line, "clockJumpMs") or has(line, "copyAtMs") or has(line, "restoring") then',
        replace: 'if has(line, "restoring") then',
      },
    ],
    tests: [
      {
        file: OUTAGE,
        name: "line time goes on › not before anybody can judge it, behind a clock …",
      },
    ],
  },
  {
    id: "time-of-nobody",
    file: "waiting-room/line/line-refresher.ts",
    holds: "… and no process takes it for a time that it knows",
    broken: "it does",
    edits: [{ find: "if (state.clockJumpMs === null) line.clock.set", replace: "line.clock.set" }],
    tests: [
      {
        file: OUTAGE,
        name: "line time goes on › not before anybody can judge it, behind a clock …",
      },
    ],
  },
  {
    id: "time-without-postgres",
    file: "lib/services/outbox/reconcile.ts",
    holds: "… until the worker asks Postgres",
    broken: "it does not",
    edits: [
      { find: 'tick.status !== "LOST" && tick.state.clockJumpMs !== null', replace: "false" },
    ],
    tests: [{ file: LOST_LINE, name: "a clock that nobody can judge is judged by Postgres" }],
  },
  {
    id: "time-repeats",
    file: "lib/line/lua/clock.lua",
    holds: "a clock that goes back is not followed",
    broken: "line time stands still until it has caught up",
    edits: [
      {
        find: 'if line.rawMs + number(line, "correctionMs") < notedMs then',
        replace: "if false then",
      },
    ],
    tests: [{ file: OUTAGE, name: "line time goes on › when the clock goes back, as … sees it" }],
  },
  {
    id: "no-pass-of-unknown-time",
    file: "lib/line/scripts/outside.lua",
    holds: "no pass is issued while nobody knows what time it is",
    broken: "with the time of before a stop of Redis",
    edits: [{ find: 'if args.callerLineMs == 0 then return { "RECOVERING" } end', replace: "" }],
    tests: [
      {
        file: OUTAGE,
        name: "of an event that is over, which nobody ticks › no pass is issued while nobody can tell what time it is",
      },
    ],
  },
  {
    id: "time-of-what-is-over",
    file: "waiting-room/line/line-refresher.ts",
    holds:
      "the line of an event that is over hears what time it is from the first process that asks",
    broken: "from nobody",
    edits: [{ find: "return Date.now() + this.aheadOfDayMs;", replace: "return line.lineNow();" }],
    tests: [
      {
        file: OUTAGE,
        name: "of an event that is over, which nobody ticks › a pass is of this moment after a stop of …",
      },
    ],
  },
  {
    id: "times-told-after-restart",
    file: "lib/services/run/tell-times.ts",
    holds: "… and from the worker, after each restart of Redis",
    broken: "once for ever",
    edits: [{ find: "if (redisId === null) return 0;", replace: "return 0;" }],
    tests: [
      {
        file: LOST_LINE,
        name: "the lines of events that are over › are told what time it is after a stop of …",
      },
    ],
  },
];
