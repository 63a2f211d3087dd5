import type { Guarantee } from "../mutation";

const OWN_HTML = "lib/domain/custom-page/custom-page.test.ts";
const IN_A_BROWSER = "test/waiting-room/own-html.redis.test.ts";
const BY_POLICY =
  "a hostile template, … › runs nothing, loads nothing, sends nothing, and the visitor waits";
const CLOUDFLARE = "test/waiting-room/cloudflare.redis.test.ts";

export const OWN_PAGES: Guarantee = {
  document: "docs/security.md",
  title: "Pages of customers’ own HTML, and programs that only ask",
  rows: [
    {
      id: "own-html-half-sections",
      file: "lib/domain/custom-page/compile-template.ts",
      holds: "a section of a template holds whole elements, so no value decides what is one",
      broken: "half of one too",
      edits: [
        {
          find: "(opened?.order ?? 0) < (closed?.order ?? 0)) return [];",
          replace: "true) return [];\n    if (opened !== closed) return [];",
        },
      ],
      tests: [
        {
          file: OWN_HTML,
          name: "<p>{{#message}}<b>{{/message}}</b> › is refused with the place and the reason",
        },
      ],
    },
    {
      id: "own-html-braces",
      file: "lib/domain/custom-page/clean-page.ts",
      holds: "braces that a page makes of entities are no tags",
      broken: "they stay as they are",
      edits: [{ find: "node.value = placeholders.withoutBraces(node.value)", replace: "{}" }],
      tests: [{ file: OWN_HTML, name: "braces that are written as entities make no tag" }],
    },
    {
      id: "own-html-scripts",
      file: "lib/domain/custom-page/html-rules.ts",
      holds: "what is not on the list of a page’s elements is taken away",
      broken: "scripts are on it",
      edits: [{ find: "`a abbr address", replace: "`script a abbr address" }],
      tests: [{ file: OWN_HTML, name: "what is removed is told, and the page goes on without it" }],
    },
    {
      id: "own-html-our-ids",
      file: "lib/domain/custom-page/html-rules.ts",
      holds: "no element of theirs is taken for one of ours",
      broken: "they may have our ids",
      edits: [{ find: "return isOurId(value)\n", replace: 'return isOurId(value + "-")\n' }],
      tests: [{ file: OWN_HTML, name: "ids and attributes of our part of the page stay ours" }],
    },
    {
      id: "own-html-policy",
      file: "waiting-room/pages/custom-page-policy.ts",
      holds: "the page’s policy lets only our scripts run, whatever stands in the page",
      broken: "it lets any run",
      edits: [
        {
          find: "`script-src $",
          replace: "`script-src * data: 'unsafe-inline' $",
        },
      ],
      tests: [{ file: IN_A_BROWSER, name: BY_POLICY }],
    },
    {
      id: "own-html-neighbours",
      file: "waiting-room/pages/custom-page-policy.ts",
      holds: "… and asks for nothing of another customer on the same host",
      broken: "for anything on it",
      edits: [{ find: "`img-src $", replace: "`img-src 'self' $" }],
      tests: [{ file: IN_A_BROWSER, name: BY_POLICY }],
    },
    {
      id: "cloudflare-asked-by-others",
      file: "waiting-room/routes/cloudflare.ts",
      holds: "a program takes a number by a GET that nobody else made it send",
      broken: "by any",
      edits: [
        {
          find: '!isAhead && (site === "none" || site === "same-origin")',
          replace: '(!isAhead || site !== "")',
        },
      ],
      tests: [
        { file: CLOUDFLARE, name: "nobody else takes a number › a prefetch" },
        { file: CLOUDFLARE, name: "nobody else takes a number › a page of another site" },
      ],
    },
    {
      id: "cloudflare-without-cookie",
      file: "waiting-room/routes/cloudflare.ts",
      holds: "… and with a cookie that it has kept",
      broken: "at its first",
      edits: [
        {
          find: "readTicket(exchange, event);\n  const cookies",
          replace: "newToken();\n  const cookies",
        },
      ],
      tests: [{ file: CLOUDFLARE, name: "nobody else takes a number › who keeps no cookie" }],
    },
    {
      id: "own-page-follows",
      file: "waiting-room/client/custom.ts",
      holds: "what a customer has written around the status follows what it shows at once",
      broken: "when it is looked up by the clock",
      edits: [{ find: "  followScreen(url);\n", replace: "" }],
      tests: [
        {
          file: "test/waiting-room/own-html.redis.test.ts",
          name: "a page of the customer's own HTML › what its author wrote has the number as soon as our part of it has",
        },
      ],
    },
  ],
};
