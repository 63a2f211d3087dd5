import type { Guarantee } from "../mutation";

const MANY_COOKIES = "test/waiting-room/many-cookies.redis.test.ts";
const MOVED = "test/waiting-room/second-device.redis.test.ts";
const NO_COOKIES = "test/public-connector/no-cookies.redis.test.ts";

/** Browsers that keep nothing, and browsers that keep too much. */
export const COOKIE_ROWS: Guarantee["rows"] = [
  {
    id: "form-without-cookies",
    file: "waiting-room/visit/cookies-kept.ts",
    holds: "a form of a browser that keeps no cookie takes no number and uses no code up",
    broken: "both are lost at once",
    edits: [{ find: "readClaim(exchange, settings) === null)", replace: "false)" }],
    tests: [
      {
        file: MOVED,
        name: "without JavaScript › a browser that keeps no cookies uses no code up and takes no number: a page says why",
      },
    ],
  },
  {
    id: "cookieless-slots",
    file: "lib/line/scripts/pass.lua",
    holds: "a browser that keeps no cookie takes one slot, however often the site sends it back",
    broken: "one with each round",
    edits: [{ find: "  if marks < 0 then n = -1 end\n", replace: "" }],
    tests: [
      {
        file: NO_COOKIES,
        name: "behind the … connector › an event that is dormant…tells a browser that keeps no cookie",
      },
    ],
  },
  {
    id: "cookieless-rounds",
    file: "lib/line/scripts/outside.lua",
    holds: "… and passes once where nobody is held, and after the end",
    broken: "with each round",
    edits: [
      {
        find: 'if not isOpenTo(sources, 1) then return { "KNOWN" } end',
        replace: "isOpenTo(sources, 1)",
      },
    ],
    tests: [
      {
        file: NO_COOKIES,
        name: "behind the … connector › an event that lets everybody through…tells a browser that keeps no cookie",
      },
    ],
  },
  {
    id: "cookieless-slow",
    file: "waiting-room/visit/cookies-kept.ts",
    holds: "… also where it goes round slowly",
    broken: "a part of that time is forgotten",
    edits: [{ find: "[window, window - 1]", replace: "[window]" }],
    tests: [
      {
        file: NO_COOKIES,
        name: "a browser without cookies that goes round slowly takes one slot",
      },
    ],
  },
  {
    id: "cookies-unbounded",
    file: "waiting-room/visit/drop-cookies.ts",
    holds: "what a browser keeps of many events stays below 6 KB",
    broken: "nothing goes",
    edits: [{ find: "length > MANY_BYTES && ", replace: "length < 0 && " }],
    tests: [
      { file: MANY_COOKIES, name: "of 70 events that are all open the newest are kept" },
      { file: MANY_COOKIES, name: "behind nginx as it comes 70 events are no trouble" },
    ],
  },
  {
    id: "cookies-open-first",
    file: "waiting-room/visit/drop-cookies.ts",
    holds: "… and the place in line of an open event is the last to go",
    broken: "the oldest goes, whatever it is",
    edits: [{ find: "a.rank - b.rank || ", replace: "" }],
    tests: [
      {
        file: MANY_COOKIES,
        name: "what a browser keeps of 70 events is bounded, and a place in line outlives those that are over",
      },
    ],
  },
  {
    id: "too-large-mends",
    file: "waiting-room/http/listen.ts",
    holds: "a request that is too large gets a page that mends it",
    broken: "an answer that leaves everything as it is",
    edits: [{ find: "mend ?? {", replace: "(status === 0 && mend) || {" }],
    tests: [
      { file: MANY_COOKIES, name: "with the cookies of 700 events it gets a page that mends it" },
    ],
  },
];
