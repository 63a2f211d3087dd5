import type { Mutation } from "../mutation";

const OTHER_SITES = {
  file: "test/waiting-room/other-sites.redis.test.ts",
  name: "the script of a site that … › gets nothing, and no place is taken",
};
const LOOKED_AT = {
  file: "test/waiting-room/looked-at.redis.test.ts",
  name: "an event that is … › gives no number to …",
};

/** Programs and scripts of other sites. */
export const PROGRAMS: readonly Mutation[] = [
  {
    id: "any-script-asks",
    file: "waiting-room/visit/caller.ts",
    holds: "scripts of other sites are refused, asking or doing",
    broken: "they are not",
    edits: [{ find: "  requireOwnPage(exchange);\n", replace: "" }],
    tests: [OTHER_SITES],
  },
  {
    id: "origin-by-its-end",
    file: "waiting-room/visit/caller.ts",
    holds: "a named site is compared as a whole",
    broken: "by its end",
    edits: [
      {
        find: "!apiOrigins.includes(origin)",
        replace: "!apiOrigins.some((named) => origin.endsWith(named.slice(8)))",
      },
    ],
    tests: [OTHER_SITES],
  },
  {
    id: "forms-of-a-named-site",
    file: "waiting-room/visit/caller.ts",
    holds: "forms of a named site are refused",
    broken: "they are taken",
    edits: [{ find: "if (wantsJson(exchange) && letRead", replace: "if (letRead" }],
    tests: [
      {
        file: OTHER_SITES.file,
        name: "the script of a site that the event names › posts no forms: they would be sent by whoever follows a link there",
      },
    ],
  },
  {
    id: "caller-not-asked",
    file: "waiting-room/routes/router.ts",
    holds: "who calls is checked before the route begins",
    broken: "it is not",
    edits: [
      {
        find: "const handle = action.isForPrograms ? asCaller(action.handle) : action.handle;",
        replace: "const { handle } = action;",
      },
    ],
    tests: [OTHER_SITES],
  },
  {
    id: "status-for-anybody",
    file: "waiting-room/routes/visitor-json.ts",
    holds: "a visitor's status is told to no other site",
    broken: "it is",
    edits: [{ find: "  requireCaller(exchange, line.settings);\n", replace: "" }],
    tests: [OTHER_SITES],
  },
];

/** Whoever only looks at an address. */
export const LOOKERS: readonly Mutation[] = [
  {
    id: "number-in-a-frame",
    file: "waiting-room/visit/navigation.ts",
    holds: "a document in a frame takes no number and no slot",
    broken: "it does",
    edits: [
      {
        find: 'header(request, "sec-fetch-dest") === "document"',
        replace: 'header(request, "sec-fetch-dest") !== undefined',
      },
    ],
    tests: [
      {
        file: "test/waiting-room/server.redis.test.ts",
        name: "a navigation of a … takes a number of a dormant event: …",
      },
    ],
  },
  {
    id: "number-for-a-preview",
    file: "waiting-room/visit/navigation.ts",
    holds: "who does not say that a person navigates takes no number",
    broken: "they do",
    edits: [
      {
        find: "return isSaid && isNavigation(exchange);",
        replace: "return isSaid || isNavigation(exchange);",
      },
    ],
    tests: [LOOKED_AT],
  },
  {
    id: "number-for-a-prefetch",
    file: "waiting-room/visit/navigation.ts",
    holds: "what a browser loads ahead of time takes no number",
    broken: "it does",
    edits: [
      {
        find: "return AHEAD_OF_TIME.every((name) => header(request, name) === undefined);",
        replace: "return AHEAD_OF_TIME.length > 0;",
      },
    ],
    tests: [LOOKED_AT],
  },
  {
    id: "program-counts-again",
    file: "waiting-room/routes/visitor-json.ts",
    holds: "who asks by the links of the answers counts once",
    broken: "with each question anew",
    edits: [{ find: "Math.max(0, untilMs - now)", replace: "0 * untilMs" }],
    tests: [
      {
        file: "test/waiting-room/visitor-json.redis.test.ts",
        name: "whoever asks by the links of the answers › counts as one who waits, however often they ask",
      },
    ],
  },
];
