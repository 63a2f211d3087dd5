import type { Guarantee } from "../mutation";

const DOORS = "connectors/test/doors.test.ts";

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
  {
    id: "host-of-http2",
    file: "connectors/src/adapters/node/visitor-facts.ts",
    holds: "a rule for a host holds over HTTP/2, where the host has another name",
    broken: "only `Host` is read",
    edits: [
      {
        find: 'if (value === undefined && name === "host") return authorityOf(headers);',
        replace: "",
      },
    ],
    tests: [{ file: DOORS, name: "over HTTP/2 › …" }],
  },
  {
    id: "host-that-nobody-knows",
    file: "connectors/src/host/connector.ts",
    holds: "… and a request that does not say for which host it is is refused where a rule asks",
    broken: "it goes by the server's own address",
    edits: [
      {
        find: "request.isHostUnknown && config.asksForHost",
        replace: "config.asksForHost && false",
      },
    ],
    tests: [
      {
        file: "connectors/test/node.test.ts",
        name: "… › is refused where a rule asks for the host, and that is reported once",
      },
    ],
  },
  {
    id: "preflight-held",
    file: "connectors/src/host/connector.ts",
    holds: "a browser that asks whether a script may send something gets the site's answer",
    broken: "it is sent to the line",
    edits: [
      { find: "if (isPreflight(request)) return { answer: null, headers: [] };", replace: "" },
    ],
    tests: [{ file: DOORS, name: "over HTTP/2 › …" }],
  },
  {
    id: "preflight-with-a-session",
    file: "connectors/src/host/cross-origin.ts",
    holds: "… and nobody else gets past the line by asking so",
    broken: "whatever comes along with the question",
    edits: [
      { find: "!NEVER_IN_PREFLIGHTS.some(header)", replace: "NEVER_IN_PREFLIGHTS.length > 0" },
    ],
    tests: [{ file: DOORS, name: "over HTTP/2 › …" }],
  },
  {
    id: "line-told-to-strangers",
    file: "connectors/src/host/cross-origin.ts",
    holds: "scripts of named origins alone read what a connector answers",
    broken: "those of any origin do",
    edits: [{ find: "if (!allowedOrigins.includes(origin)) return [];", replace: "" }],
    tests: [{ file: DOORS, name: "over HTTP/2 › …" }],
  },
];
