import type { Guarantee } from "../mutation";

/** Rows of connectors: what a site's own answers become on their way, and by which door a request comes. */
export const ANSWERS_AND_DOORS: Guarantee["rows"] = [
  {
    id: "cookie-by-the-browsers-clock",
    file: "connectors/src/core/set-cookie.ts",
    holds: "a browser whose clock is wrong keeps a session's cookie as long as any other",
    broken: "the cookie says its end, not how long it lasts",
    edits: [{ find: "; Max-Age=", replace: "; Kept=" }],
    tests: [
      {
        file: "connectors/test/decide.test.ts",
        name: "the cookie of a session › is kept for a day, and taken away at once, by browsers whose clock is wrong",
      },
    ],
  },
  {
    id: "session-in-shared-cache",
    file: "connectors/src/host/private-answer.ts",
    holds: "no shared cache keeps an answer of the site that has a session with it",
    broken: "it keeps what the site says",
    edits: [
      {
        find: "if (added.some(([name]) => /^set-cookie$/i.test(name))) makePrivate(headers);",
        replace: "if (added.length === 0) makePrivate(headers);",
      },
    ],
    tests: [
      {
        file: "test/shared-caches.test.ts",
        name: "behind … › nobody gets the session of somebody else: …",
      },
    ],
  },
  {
    id: "said-to-shared-caches-alone",
    file: "connectors/src/host/private-answer.ts",
    holds: "… nor one that is told so by a header of its own",
    broken: "that header stays",
    edits: [
      {
        find: "if (FOR_SHARED_CACHES.test(name)) headers.delete(name);",
        replace: "if (name === FOR_SHARED_CACHES.source) headers.delete(name);",
      },
    ],
    tests: [
      {
        file: "test/shared-caches.test.ts",
        name: "behind … › nobody gets the session of somebody else: …",
      },
    ],
  },
  {
    id: "said-in-write-head",
    file: "connectors/src/adapters/node/response-head.ts",
    holds: "… also where the site says it in `writeHead`",
    broken: "only what was set before is changed",
    edits: [{ find: " || isForCaches(name)", replace: " && !isForCaches(name)" }],
    tests: [
      {
        file: "connectors/test/node-response-head.test.ts",
        name: "an answer with a session is private, whatever the site says: …",
      },
    ],
  },
];
