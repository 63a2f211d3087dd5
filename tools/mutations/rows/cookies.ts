import type { Guarantee } from "../mutation";

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
        name: "behind the … connector › an event that is dormant … tells a browser that keeps no cookie",
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
        name: "behind the … connector › an event that lets everybody through … tells a browser that keeps no cookie",
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
];
