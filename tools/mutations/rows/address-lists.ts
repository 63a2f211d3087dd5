import type { Guarantee } from "../mutation";

const LIST = "lib/domain/address-list/address-list.test.ts";
const SERVICES = "lib/services/address-list/address-list.db.test.ts";
const SCORE = "lib/domain/score/judge-score.test.ts";
const GATE = "waiting-room/visit/gate/gather-marks.redis.test.ts";
const ROOM = "test/waiting-room/address-lists.redis.test.ts";
const KEPT = {
  file: SERVICES,
  name: "a feed › that turns into … keeps its last good list and says why",
};

export const ADDRESS_LISTS: Guarantee = {
  document: "docs/security.md",
  title: "Address lists and scores",
  rows: [
    {
      id: "list-ends-early",
      file: "lib/domain/address-list/address-list.ts",
      holds: "the last address of a range belongs to it",
      broken: "not",
      edits: [
        {
          find: "(low - 1) * width + width / 2, words) >= 0",
          replace: "(low - 1) * width + width / 2, words) > 0",
        },
      ],
      tests: [
        {
          file: LIST,
          name: "a list › has the first and the last address of a range, and neither neighbour",
        },
      ],
    },
    {
      id: "list-begins-late",
      file: "lib/domain/address-list/address-list.ts",
      holds: "the first address of a range belongs to it",
      broken: "not",
      edits: [{ find: "middle * width, words) <= 0", replace: "middle * width, words) < 0" }],
      tests: [
        {
          file: LIST,
          name: "a list › has the first and the last address of a range, and neither neighbour",
        },
      ],
    },
    {
      id: "list-half-there",
      file: "lib/line/commands/published-address-lists.ts",
      holds: "a list is read whole, or not at all",
      broken: "not compared with its hash",
      edits: [{ find: "hashOfList(bytes) === ref.hash ? bytes : null", replace: "bytes" }],
      tests: [
        {
          file: ROOM,
          name: "a list of a customer › of which a piece is missing or changed names nobody",
        },
      ],
    },
    {
      id: "feed-is-a-page",
      file: "lib/domain/address-list/read-feed.ts",
      holds: "a web page replaces no list, and what is mostly something else neither",
      broken: "it does",
      edits: [
        {
          find: 'if (start === "<") return refuse("The answer is a web page and no list.");',
          replace: "",
        },
        {
          find: "if (first !== undefined && wrong * WRONG_SHARE > builder.entries() + wrong) {",
          replace: "if (first !== undefined && wrong < 0) {",
        },
      ],
      tests: [KEPT],
    },
    {
      id: "feed-shrinks",
      file: "lib/domain/address-list/check-feed.ts",
      holds: "a feed that is suddenly much shorter replaces no list",
      broken: "it does",
      edits: [
        { find: "if (!isShorter || before.takeShorter) return null;", replace: "return null;" },
      ],
      tests: [KEPT],
    },
    {
      id: "feed-names-everybody",
      file: "lib/domain/address-list/check-feed.ts",
      holds: "a feed names at most a quarter of all addresses",
      broken: "any part of them",
      edits: [{ find: "const COVERED_SHARE = 0.25;", replace: "const COVERED_SHARE = 1;" }],
      tests: [KEPT],
    },
    {
      id: "feed-over-a-change",
      file: "lib/services/address-list/load-due.ts",
      holds: "an answer of the address before counts for nothing",
      broken: "it replaces the list",
      edits: [
        {
          find: "where: { id: feed.id, version: feed.version, dueAt: feed.dueAt },\n      data: { askedAt",
          replace: "where: { id: feed.id },\n      data: { askedAt",
        },
      ],
      tests: [
        {
          file: SERVICES,
          name: "a feed › that was changed while it was asked is asked again, and its old answer counts for nothing",
        },
      ],
    },
    {
      id: "lists-of-anybody",
      file: "lib/services/address-list/find-list.ts",
      holds: "one's own lists",
      broken: "those of anybody",
      edits: [
        { find: "{ id: listId, customerId: context.customer.id }", replace: "{ id: listId }" },
      ],
      tests: [
        {
          file: SERVICES,
          name: "a typed list › is of one customer, and changed by those who may",
        },
      ],
    },
    {
      id: "score-refuses-by-itself",
      file: "lib/domain/score/judge-score.ts",
      holds: "a score alone refuses nobody unless the customer has said from which one on",
      broken: "from 65",
      edits: [
        {
          find: "if (refuseFrom !== null && score >= refuseFrom)",
          replace: "if (score >= (refuseFrom ?? 65))",
        },
      ],
      tests: [
        {
          file: SCORE,
          name: "a score alone › does nothing where the customer has said nothing, however high it is",
        },
        {
          file: GATE,
          name: "what follows from a score alone › is nothing, a challenge or a refusal, as the customer has set it",
        },
      ],
    },
    {
      id: "weak-reasons-act",
      file: "lib/domain/score/score-setting.ts",
      holds: "what holds for many honest people never acts alone",
      broken: "it may be set to",
      edits: [{ find: "wholeNumber(WEAK_SCORE_MAX + 1,", replace: "wholeNumber(1," }],
      tests: [
        {
          file: SCORE,
          name: "a score alone › of weak reasons alone never acts, whatever a customer sets",
        },
      ],
    },
    {
      id: "old-phone-is-a-program",
      file: "waiting-room/visit/gate/gather-marks.ts",
      holds: "only a browser that always names its requests is a program for not doing so",
      broken: "any",
      edits: [{ find: "const CHROME_THAT_SAYS = 90;", replace: "const CHROME_THAT_SAYS = 0;" }],
      tests: [{ file: GATE, name: "a browser that a person uses has no mark › …" }],
    },
  ],
};
