import type { Guarantee } from "../mutation";

const OWN_PATH = "lib/http/own-path.test.ts";
const SERVER = "lib/http/console-server.test.ts";
const CONTROLS = "test/operator-controls.db.test.ts";
const DRAFTS = "lib/services/event-draft/event-draft.db.test.ts";
const HEADERS = "lib/http/security-headers.test.ts";

export const CONSOLE: Guarantee = {
  document: "docs/security.md",
  title: "The console's pages",
  rows: [
    {
      id: "next-to-another-origin",
      file: "lib/http/own-path.ts",
      holds:
        "after signing in a browser goes on only within the console: the address is read as browsers read it",
      broken: "other origins are followed",
      edits: [{ find: "url.origin !== origin || ", replace: "" }],
      tests: [{ file: OWN_PATH, name: "… leads elsewhere and is ignored" }],
    },
    {
      id: "next-with-two-slashes",
      file: "lib/http/own-path.ts",
      holds: "… also where dots hide a second slash",
      broken: "not looked for",
      edits: [{ find: ' || url.pathname.startsWith("//")', replace: "" }],
      tests: [
        { file: OWN_PATH, name: "… leads elsewhere and is ignored" },
        {
          file: OWN_PATH,
          name: "whatever is answered stays at the console when a browser follows it",
        },
      ],
    },
    {
      id: "console-body-of-any-length",
      file: "lib/http/console-server.ts",
      holds: "no route takes a body that is longer than its bound",
      broken: "any length",
      edits: [{ find: "if (Number(length) <= bytesMax) return null;", replace: "return null;" }],
      tests: [
        {
          file: SERVER,
          name: "the console's server › takes no body of 100 MB at any route, and reads nothing of it",
        },
      ],
    },
    {
      id: "console-body-of-unstated-length",
      file: "lib/http/console-server.ts",
      holds: "… nor one that does not say how long it is",
      broken: "taken",
      edits: [{ find: "if (encoding !== undefined) {", replace: "if (encoding === null) {" }],
      tests: [
        {
          file: SERVER,
          name: "the console's server › takes no body of unstated length at any route",
        },
      ],
    },
    {
      id: "console-without-headers",
      file: "lib/http/console-server.ts",
      holds: "every answer, also a refusal, forbids frames and guessing of types",
      broken: "headers left out",
      edits: [
        {
          find: "for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);",
          replace: "",
        },
      ],
      tests: [
        {
          file: SERVER,
          name: "the console's server › protects the browser in every answer, also in a refusal",
        },
      ],
    },
    {
      id: "page-runs-any-script",
      file: "lib/http/security-headers.ts",
      holds: "a page runs only scripts that carry its nonce",
      broken: "inline scripts too",
      edits: [{ find: "`script-src 'nonce-", replace: "`script-src 'unsafe-inline' 'nonce-" }],
      tests: [
        { file: HEADERS, name: "a page runs only scripts with its nonce, and nobody frames it" },
      ],
    },
    {
      id: "page-in-a-frame",
      file: "lib/http/security-headers.ts",
      holds: "… and no other site frames it",
      broken: "not said",
      edits: [{ find: "    \"frame-ancestors 'none'\",", replace: "" }],
      tests: [
        { file: HEADERS, name: "a page runs only scripts with its nonce, and nobody frames it" },
      ],
    },
    {
      id: "let-through-for-good",
      file: "lib/services/event/start.ts",
      holds: "letting everybody through ends with the run",
      broken: "the next run begins with it",
      edits: [{ find: "softBlock: false, letThrough: false", replace: "softBlock: false" }],
      tests: [{ file: CONTROLS, name: "letting everybody through › ends with the run" }],
    },
    {
      id: "let-through-above-a-pause",
      file: "lib/domain/event/let-through.ts",
      holds: "a pause holds whom it lets through",
      broken: "it ends the pause",
      edits: [{ find: "admission: null };", replace: "admission: null, paused: false };" }],
      tests: [
        {
          file: CONTROLS,
          name: "letting everybody through › is held by a pause, and does not begin in one",
        },
      ],
    },
    {
      id: "let-through-unproven",
      file: "lib/services/event/let-through.ts",
      holds: "nobody lets everybody through at a browser that was left alone",
      broken: "any session may",
      edits: [{ find: "  await requireFreshSignIn(context);\n", replace: "" }],
      tests: [
        {
          file: CONTROLS,
          name: "letting everybody through › and stopping need somebody who has just shown who they are, and may",
        },
      ],
    },
    {
      id: "start-of-a-draw",
      file: "lib/services/event/start-now.ts",
      holds: "a start that was promised with a draw is never moved",
      broken: "moved",
      edits: [{ find: "if (draw !== null) {", replace: "if (draw === undefined) {" }],
      tests: [
        {
          file: CONTROLS,
          name: "starting now › leaves a draw alone, whose start was promised to everybody",
        },
      ],
    },
    {
      id: "slots-without-a-row",
      file: "lib/services/event/tell-line.ts",
      holds: "the line is told nothing that the audit log does not have already",
      broken: "told first",
      edits: [
        {
          find: "  const event = await withTransaction(",
          replace:
            "  await changeLine((redis) => told.tell(redis, { customerId: context.customer.wireId, eventId }));\n  const event = await withTransaction(",
        },
      ],
      tests: [
        {
          file: CONTROLS,
          name: "slots by hand › are not given where nobody could be told who did it",
        },
        {
          file: CONTROLS,
          name: "what the line is told by hand › stands in the audit log before the line hears of it, whoever dies then",
        },
      ],
    },
    {
      id: "risky-at-once",
      file: "lib/services/event-draft/save-section.ts",
      holds:
        "what decides who gets in is in force of an open event only once somebody published it",
      broken: "in force with the save",
      edits: [
        {
          find: "return draft !== null || Object.keys(given).some(isRiskyWhileOpen);",
          replace: "return draft !== null;",
        },
      ],
      tests: [
        {
          file: DRAFTS,
          name: "what is risky waits as a draft while the event is open, and is published in one act",
        },
      ],
    },
    {
      id: "save-over-another",
      file: "lib/domain/event/merge-settings.ts",
      holds: "nobody's change is overwritten by a form that did not show it",
      broken: "overwritten",
      edits: [
        { find: "if (sameValue(theirs[setting], seen[setting])) ", replace: "" },
        { find: "    else conflicts.push(setting);\n", replace: "" },
      ],
      tests: [
        {
          file: DRAFTS,
          name: "two people who change the same are shown both values, and nothing of the second is written until they choose",
        },
      ],
    },
    {
      id: "delete-unproven",
      file: "lib/services/event/delete.ts",
      holds: "nobody deletes an event at a browser that was left alone",
      broken: "any session may",
      edits: [{ find: "  await requireFreshSignIn(context);\n", replace: "" }],
      tests: [
        {
          file: "lib/services/event/event-life.db.test.ts",
          name: "nobody deletes an event at a browser that was left alone",
        },
      ],
    },
    {
      id: "delete-by-one",
      file: "lib/services/event/delete.ts",
      holds: "… nor alone, where the customer wants a second person",
      broken: "it is gone before anybody approves",
      edits: [{ find: "    if (asked !== null) return asked;\n", replace: "" }],
      tests: [
        {
          file: "lib/services/approval/approval.db.test.ts",
          name: "a verb that needs a second person › deletes an event only once somebody else approves, and not one that was started meanwhile",
        },
      ],
    },
    {
      id: "deleted-event-found",
      file: "lib/services/event/find-event.ts",
      holds: "a deleted event is gone at once",
      broken: "still found",
      edits: [{ find: "event === null || event.deletingAt !== null", replace: "event === null" }],
      tests: [
        {
          file: "lib/services/event/event-life.db.test.ts",
          name: "what is deleted is gone at once for everybody, and from both stores some minutes later",
        },
      ],
    },
  ],
};
