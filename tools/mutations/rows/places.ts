import type { Guarantee } from "../mutation";
import { COOKIE_ROWS } from "./cookies";

const KEPT = "test/waiting-room/kept-place.redis.test.ts";
const MOVED = "test/waiting-room/second-device.redis.test.ts";

export const PLACES: Guarantee = {
  document: "docs/guarantees.md",
  title: "One place, whatever the browser keeps",
  rows: [
    {
      id: "kept-not-read",
      file: "waiting-room/visit/visit.ts",
      holds: "what the page has kept of a place counts like its cookie",
      broken: "the cookie alone counts",
      edits: [{ find: '  return text === "-" ? "" : text;', replace: '  return text && "";' }],
      tests: [
        {
          file: KEPT,
          name: "a browser that lost its cookie › shows what it kept, and has its number and its cookie again",
        },
      ],
    },
    {
      id: "kept-not-left",
      file: "waiting-room/routes/leave.ts",
      holds: "… also where it is given back",
      broken: "the form's own field is not read",
      edits: [
        {
          find: "readVisit(context, exchange, found, form)",
          replace: "readVisit(context, exchange, found)",
        },
      ],
      tests: [
        {
          file: KEPT,
          name: "a browser that lost its cookie › gives the place back by what it kept",
        },
      ],
    },
    {
      id: "kept-older-copy",
      file: "waiting-room/place/cookies.ts",
      holds: "of two copies of a place the newer one counts",
      broken: "the older one",
      edits: [
        { find: "return a.seenAtMs > b.seenAtMs;", replace: "return a.seenAtMs < b.seenAtMs;" },
      ],
      tests: [
        {
          file: KEPT,
          name: "of a cookie and what the page kept › the newer copy counts: an older one neither ends an absence nor begins one",
        },
      ],
    },
    {
      id: "kept-before-draw",
      file: "waiting-room/place/cookies.ts",
      holds: "places are compared by their numbers of the draw",
      broken: "by those before it",
      edits: [
        {
          find: "return place.runId === settings.runId ? placeAfterDraw(place, drawn) : place;",
          replace: "return place.runId < settings.runId ? placeAfterDraw(place, drawn) : place;",
        },
      ],
      tests: [
        {
          file: KEPT,
          name: "of a cookie and what the page kept › one place is one, before its draw and after it",
        },
      ],
    },
    {
      id: "kept-round-and-round",
      file: "waiting-room/visit/answer-admitted.ts",
      holds: "who comes back without a cookie is counted, and in the end reads why",
      broken: "sent on each time",
      edits: [{ find: "if (visit.carried.inCookie)", replace: "if (visit.place !== null)" }],
      tests: [
        {
          file: KEPT,
          name: "a browser that lost its cookie › is not sent round and round by a site that keeps no cookie either",
        },
      ],
    },
    {
      id: "joins-twice-another",
      file: "waiting-room/visit/take-place.ts",
      holds: "a join that is sent again has the same queue id",
      broken: "another one each time",
      edits: [{ find: "queueIdOf(visit, { lane, number }, joinId)", replace: "randomUUID()" }],
      tests: [
        {
          file: KEPT,
          name: "a join that is sent again is the same visitor: the same number and the same queue id",
        },
        {
          file: MOVED,
          name: "the device before › does not get the place back by sending its join again",
        },
      ],
    },
    {
      id: "moved-enters",
      file: "lib/line/scripts/enter.lua",
      holds: "a place that went to another device does not enter from the one before",
      broken: "whichever is first",
      edits: [{ find: "  return shown >= times\n", replace: "  return true\n" }],
      tests: [
        {
          file: MOVED,
          name: "the device before › does not enter with a copy from before the code was made either, and then learns why",
        },
      ],
    },
    {
      id: "moved-leaves",
      file: "lib/line/scripts/leave.lua",
      holds: "… nor gives it back",
      broken: "gives it back",
      edits: [
        {
          find: "local isOfThisDevice = shownMoves >= (moves[queueId] or 0)",
          replace: "local isOfThisDevice = shownMoves >= 0",
        },
      ],
      tests: [
        {
          file: MOVED,
          name: "the device before › gives nothing back that is not its own any more, and makes no code for it",
        },
      ],
    },
    {
      id: "moved-makes-code",
      file: "lib/line/scripts/make-move-code.lua",
      holds: "… nor makes a code for it",
      broken: "makes one",
      edits: [{ find: "> args.moves then", replace: "> args.moves + 9 then" }],
      tests: [
        {
          file: MOVED,
          name: "the device before › gives nothing back that is not its own any more, and makes no code for it",
        },
      ],
    },
    {
      id: "moved-right",
      file: "lib/line/scripts/join-with-right.lua",
      holds: "a right leads to the place as it has moved",
      broken: "as it was",
      edits: [
        {
          find: "local moves = movesOf(line, keys.moves, { queueId })[queueId] or 0",
          replace: "local moves = movesOf(line, keys.moves, {})[queueId] or 0",
        },
      ],
      tests: [
        { file: MOVED, name: "a right leads to the place as it has moved, from whatever device" },
      ],
    },
    {
      id: "moved-told",
      file: "waiting-room/visit/moved.ts",
      holds: "the device before is told at its next question",
      broken: "not before it enters",
      edits: [
        { find: "if (place === null || place.admission", replace: "if (place !== null || place" },
      ],
      tests: [
        {
          file: MOVED,
          name: "a place goes to another device: the same number there, and the device before learns it",
        },
      ],
    },
    {
      id: "moved-costs",
      file: "lib/line/lua/moves.lua",
      holds: "where nobody has moved nothing is read",
      broken: "read each time",
      edits: [{ find: 'number(line, "moves") == 0 or ', replace: "" }],
      tests: [
        {
          file: MOVED,
          name: "what an event in which nobody moves pays › nothing of moves is read for those who check in, enter or leave",
        },
      ],
    },
    {
      id: "move-code-twice",
      file: "lib/line/scripts/use-move-code.lua",
      holds: "a code is used once",
      broken: "for ten minutes",
      edits: [
        { find: 'redis.call("HDEL", keys.moveCodes, field, "of:" .. queueId)', replace: "" },
        { find: "> tonumber(times) then", replace: "> tonumber(times) + 9 then" },
      ],
      tests: [
        {
          file: MOVED,
          name: "a code works once, until it is too old, and only the newest of a place",
        },
      ],
    },
    {
      id: "move-code-older",
      file: "lib/line/scripts/make-move-code.lua",
      holds: "of the codes of a place only the newest is good",
      broken: "all of them",
      edits: [{ find: "forgetHeldCode(keys.moveCodes, queueId)", replace: "" }],
      tests: [
        {
          file: MOVED,
          name: "a code works once, until it is too old, and only the newest of a place",
        },
      ],
    },
    {
      id: "move-code-guessed",
      file: "waiting-room/routes/move.ts",
      holds: "after twenty wrong codes none is looked at from there",
      broken: "looked at without end",
      edits: [{ find: "guess.waitSeconds > 0", replace: "guess.waitSeconds > 1e9" }],
      tests: [
        {
          file: MOVED,
          name: "codes cannot be guessed: after twenty wrong ones nothing is looked at, a right one neither",
        },
      ],
    },
    {
      id: "move-codes-kept",
      file: "lib/line/scripts/make-move-code.lua",
      holds: "codes that are over go as new ones are made",
      broken: "they stay",
      edits: [{ find: 'redis.call("HDEL", keys.moveCodes, some[i])', replace: "untilMs = nil" }],
      tests: [
        {
          file: MOVED,
          name: "what codes take is bounded › those that are over go as new ones are made",
        },
      ],
    },
    {
      id: "move-codes-bounded",
      file: "lib/line/scripts/make-move-code.lua",
      holds: "where too many are kept no other is made",
      broken: "made all the same",
      edits: [{ find: 'if isFull then return refuse("full") end', replace: "" }],
      tests: [
        {
          file: MOVED,
          name: "what codes take is bounded › where too many are kept no other is made",
        },
      ],
    },
    {
      id: "move-keeps-both",
      file: "waiting-room/routes/move.ts",
      holds: "who takes a place gives back their own",
      broken: "keeps both",
      edits: [{ find: "  await giveBack(context, visit, place);\n", replace: "" }],
      tests: [{ file: MOVED, name: "who takes a place gives back the one that they hold" }],
    },
    {
      id: "move-when-in",
      file: "waiting-room/routes/move.ts",
      holds: "who is in takes no other place",
      broken: "takes one",
      edits: [
        {
          find: 'if (standing.type !== "none" && standing.type !== "waiting")',
          replace: 'if (standing.type === "inside")',
        },
      ],
      tests: [{ file: MOVED, name: "who is in takes no other place, and their own does not move" }],
    },
    ...COOKIE_ROWS,
  ],
};
