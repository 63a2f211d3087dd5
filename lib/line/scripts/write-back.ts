import { defineScript } from "../define-script";

/*
 * What writes effects back that a loss of Redis may have undone, besides `report`. None of them takes a slot, and what is
 * there already is left alone, so that all of it may be repeated. They do not begin with the guard: nobody may be let in
 * or join before they are done.
 */

/** Rights: they lead to their places again, and the uses of codes are counted. */
export const runRestoreRights = defineScript({
  name: "restore-rights",
  keys: ["line", "rights", "codes", "codeUses"],
  args: { runId: "number" },
  members: {
    joinId: "string",
    tokenKey: "string",
    tokenId: "string",
    codeId: "string",
    code: "string",
    place: "string",
  },
  reply: {},
  refusals: ["RUN"],
});

/** Joins that handed out numbers, a call each: whoever repeats one gets the number that it has. */
export const runRestoreJoins = defineScript({
  name: "restore-joins",
  keys: ["line", "epochs", "joinsEven", "joinsOdd"],
  args: { runId: "number" },
  members: { lane: "number", first: "number", atMs: "number", chance: "number", joinIds: "bytes" },
  reply: {},
  refusals: ["RUN"],
});

/** Moves: devices that had a place before do not enter with it. */
export const runRestoreMoves = defineScript({
  name: "restore-moves",
  keys: ["line", "moves"],
  args: { runId: "number" },
  members: { queueId: "string", moves: "number" },
  reply: {},
  refusals: ["RUN"],
});

/** Codes with which another device takes a place. */
export const runRestoreMoveCodes = defineScript({
  name: "restore-move-codes",
  keys: ["line", "moveCodes"],
  args: { runId: "number" },
  members: { codeId: "string", queueId: "string", kept: "string" },
  reply: {},
  refusals: ["RUN"],
});

/** Places that were given back and visits that were ended. Behind the admissions: a seat that ended is free. */
export const runRestoreLeaves = defineScript({
  name: "restore-leaves",
  keys: ["line", "epochs", "spent", "seats", "ended", "buyers", "buyerUnits", "minutes"],
  args: { runId: "number" },
  members: {
    lane: "number",
    number: "number",
    queueId: "string",
    counted: "string",
    part: "number",
    minute: "number",
  },
  reply: {},
  refusals: ["RUN"],
});
