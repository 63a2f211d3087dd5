import type { Guarantee } from "../mutation";

const FALSE_QUEUE = "test/waiting-room/false-queue.redis.test.ts";
const RULES = "test/waiting-room/access-rules.redis.test.ts";

export const ACCESS_RULES: Guarantee = {
  document: "docs/security.md",
  title: "Access rules and the false queue",
  rows: [
    {
      id: "false-place-key",
      file: "waiting-room/place/place.ts",
      holds: "a place of the false queue never opens as one of the line",
      broken: "it does",
      edits: [
        {
          find: 'return hasTag(tagAt, macs.false(sealed, "binary")) ? "false-place" : null;',
          replace: 'return hasTag(tagAt, macs.false(sealed, "binary")) ? "place" : null;',
        },
      ],
      tests: [
        {
          file: FALSE_QUEUE,
          name: "no place of the false queue is ever called, however far the line comes, and its number moves on",
        },
      ],
    },
    {
      id: "false-line-calls",
      file: "waiting-room/visit/visit.ts",
      holds: "whoever holds a false place meets a line that reaches nothing",
      broken: "they meet the line itself",
      edits: [{ find: "line: falseLineOf(line),", replace: "line," }],
      tests: [
        { file: FALSE_QUEUE, name: "nothing of the false queue reaches Redis or is counted" },
      ],
    },
    {
      id: "false-number-moves",
      file: "lib/domain/false-queue/false-number.ts",
      holds: "the number of a false place goes further back before the line reaches it",
      broken: "it stays",
      edits: [{ find: "if (distance >= least) return number;", replace: "return number;" }],
      tests: [
        {
          file: "lib/domain/false-queue/false-number.test.ts",
          name: "however far the line comes, the number stays out of reach, and never falls",
        },
      ],
    },
    {
      id: "released-once",
      file: "waiting-room/visit/false-queue/release.ts",
      holds: "whoever is released gets one place, however often the false one comes back",
      broken: "each time another",
      edits: [
        {
          find: 'const request = { lane, joinId, queueId, tokenKey: name, tokenId: "", codeId: "" };',
          replace:
            'const request = { lane, joinId: Buffer.from(crypto.randomUUID().slice(0, 16)), queueId, tokenKey: "", tokenId: "", codeId: "" };',
        },
      ],
      tests: [
        {
          file: FALSE_QUEUE,
          name: "who is released gets one place at the end of the line, whatever they bring back",
        },
      ],
    },
    {
      id: "score-alone",
      file: "lib/domain/access-rule/access-rule-schema.ts",
      holds: "nobody is put into the false queue by a bot score alone",
      broken: "a score is enough",
      edits: [{ find: 'return subject !== "bot-score" && ', replace: "return " }],
      tests: [
        {
          file: "lib/domain/access-rule/access-rule-schema.test.ts",
          name: "nobody gets into the false queue by … alone",
        },
      ],
    },
    {
      id: "cdn-headers",
      file: "waiting-room/http/told-by-proxy.ts",
      holds: "a header of a CDN counts only where it came through the trusted proxies",
      broken: "whoever sends it is believed",
      edits: [
        {
          find: "return hops.length < trustedProxies ? null : (header(request, name) ?? null);",
          replace: "return hops.length < 0 ? null : (header(request, name) ?? null);",
        },
      ],
      tests: [
        {
          file: RULES,
          name: "a header of a CDN counts only where it came through the proxies that are trusted",
        },
      ],
    },
    {
      id: "crawler-forward",
      file: "waiting-room/visit/gate/crawlers.ts",
      holds: "the name of a search engine's address has to lead back to it",
      broken: "any name in its domain is enough",
      edits: [
        { find: "if (leadsBack) return true;", replace: "if (leadsBack || host) return true;" },
      ],
      tests: [{ file: "waiting-room/visit/gate/crawlers.test.ts", name: "an address …" }],
    },
    {
      id: "unknown-decides-nothing",
      file: "lib/domain/access-rule/compile-rules.ts",
      holds: "a condition on what nobody knows does not hold, negated or not",
      broken: "negated it does",
      edits: [
        {
          find: "return holds === null ? null : !holds;",
          replace: "return holds === null ? true : !holds;",
        },
      ],
      tests: [{ file: "lib/domain/access-rule/compile-rules.test.ts", name: "…" }],
    },
  ],
};
