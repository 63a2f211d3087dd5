import type { Guarantee } from "../mutation";

const LANE_BY_RULE = "test/waiting-room/lane-by-rule.redis.test.ts";
const END_VISIT = "test/waiting-room/end-visit.redis.test.ts";

/** Rows of connectors: what they tell the line by a rule, or because a response of the site says so. */
export const BY_RULE_AND_RESPONSE: Guarantee["rows"] = [
  {
    id: "lane-by-name",
    file: "waiting-room/visit/lane-of-rule.ts",
    holds: "the name of a rule leads nobody into a better lane",
    broken: "into the lane of the rule",
    edits: [
      {
        find: 'if (!settings.chances) return mode === "ordered" && lane > usual;',
        replace: "if (!settings.chances) return mode !== defaultLane && lane > -1;",
      },
    ],
    tests: [
      {
        file: LANE_BY_RULE,
        name: "nobody gets into a better lane › by typing the name of a rule",
      },
    ],
  },
  {
    id: "lane-unsigned",
    file: "lib/domain/lane/lane-right.ts",
    holds: "a right to a lane counts only when a secret of its event has signed it",
    broken: "whoever signed it",
    edits: [{ find: "return isSigned ?", replace: "return isSigned || true ?" }],
    tests: [
      {
        file: LANE_BY_RULE,
        name: "nobody gets into a better lane › by a right that was altered, or signed with another secret",
      },
    ],
  },
  {
    id: "lane-right-for-ever",
    file: "lib/domain/lane/lane-right.ts",
    holds: "… for an hour",
    broken: "for ever",
    edits: [{ find: "if (ageMs > VALID_MS || ageMs < -CLOCK_SKEW_MS) return null;", replace: "" }],
    tests: [
      {
        file: LANE_BY_RULE,
        name: "nobody gets into a better lane › by a right from more than an hour ago",
      },
    ],
  },
  {
    id: "lane-right-shared",
    file: "waiting-room/visit/take-place.ts",
    holds: "… and gives one place",
    broken: "one to everybody who shows it",
    edits: [
      {
        find: "const { lane, rightId: tokenId } = byRule;",
        replace: 'const { lane, tokenId } = { lane: byRule.lane, tokenId: "" };',
      },
    ],
    tests: [
      {
        file: LANE_BY_RULE,
        name: "nobody gets into a better lane › by a right that somebody else has used: that one keeps the place, alone",
      },
    ],
  },
  {
    id: "end-header-shown",
    file: "connectors/src/adapters/node/response-head.ts",
    holds: "visitors do not get the header by which the site ends a visit",
    broken: "it goes through",
    edits: [{ find: "for (const name of END_HEADERS) response.removeHeader(name);", replace: "" }],
    tests: [
      {
        file: END_VISIT,
        name: "a page outside the event frees nothing, and visitors do not see what it says",
      },
    ],
  },
  {
    id: "end-not-reported",
    file: "connectors/src/host/connector.ts",
    holds: "a visit that the site ends by a header frees its place",
    broken: "only the session is taken away",
    edits: [{ find: "if (isCertain) activity?.recordEnd?.(ended);", replace: "" }],
    tests: [
      {
        file: END_VISIT,
        name: "a response of … through the proxy frees the place for the next one, and for one alone",
      },
    ],
  },
  {
    id: "end-keeps-session",
    file: "connectors/src/adapters/node/response-head.ts",
    holds: "… and its session is gone",
    broken: "the session that was extended stays",
    edits: [{ find: "if (isOver) replaceHeaders(response, given, now);", replace: "" }],
    tests: [
      {
        file: END_VISIT,
        name: "a response of … through the proxy frees the place for the next one, and for one alone",
      },
    ],
  },
];
