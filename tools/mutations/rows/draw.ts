import type { Guarantee } from "../mutation";

const VERIFIER = "lib/domain/draw/verifier/rules.test.ts";
const SEQUENCE = "lib/domain/draw/lane-sequence.test.ts";
const LINE = "waiting-room/line/draw-rules.redis.test.ts";
const DROPPED = "test/waiting-room/dropped.redis.test.ts";
const WORKER = "test/draw-rules.db.test.ts";

export const DRAW: Guarantee = {
  document: "docs/guarantees.md",
  title: "Who is excluded from a draw, and the chances of lanes",
  rows: [
    {
      id: "exclusions-changed",
      file: "lib/domain/draw/verifier/check-exclusions.ts",
      holds: "a list of excluded members that was changed after the freeze is found",
      broken: "any list is accepted",
      edits: [
        {
          find: "hexOf(hash) === freeze.excludedHash && members === freeze.excludedMembers,",
          replace: "hexOf(hash) !== freeze.totalRoot || members === freeze.excludedMembers,",
        },
      ],
      tests: [
        {
          file: VERIFIER,
          name: "an operator who signs whatever suits cannot change who is excluded › who … after the freeze",
        },
      ],
    },
    {
      id: "exclusions-after-round",
      file: "lib/domain/draw/verifier/check-file.ts",
      holds: "… also under another freeze, by what pages kept from before the round",
      broken: "the kept freeze says nothing of the list",
      edits: [
        {
          find: "excluded ? join([excluded.members, 4], excluded.hash) : new Uint8Array();",
          replace: "excluded ? new Uint8Array() : new Uint8Array();",
        },
      ],
      tests: [
        {
          file: VERIFIER,
          name: "an operator who signs whatever suits cannot change who is excluded › who … after the freeze",
        },
      ],
    },
    {
      id: "exclusions-unpromised",
      file: "lib/domain/draw/verifier/check-exclusions.ts",
      holds: "nobody is excluded without a rule that was promised before the first join",
      broken: "any list is accepted",
      edits: [
        {
          find: "commitment.exclusion !== null || excluded.length === 0,",
          replace: "commitment.exclusion !== null || excluded.length >= 0,",
        },
      ],
      tests: [
        {
          file: VERIFIER,
          name: "an operator who signs whatever suits cannot change who is excluded › who has committed to no rule",
        },
      ],
    },
    {
      id: "excluded-not-last",
      file: "lib/domain/draw/draw-order.ts",
      holds: "who is drawn last stands behind all others",
      broken: "among them",
      edits: [
        { find: "    before += sequence.size;", replace: "    before += 0 * sequence.size;" },
      ],
      tests: [
        {
          file: VERIFIER,
          name: "a draw of version 2 › draws those who are excluded behind all others, or gives them no place",
        },
      ],
    },
    {
      id: "weights-ignored",
      file: "lib/domain/draw/draw-order.ts",
      holds: "the chances are those of the promised weights",
      broken: "all are alike",
      edits: [
        {
          find: "const weights = rules?.weights ?? [1];",
          replace: "const weights = rules?.weights.map(() => 1) ?? [1];",
        },
      ],
      tests: [
        {
          file: SEQUENCE,
          name: "who comes first, and who second, has the chances that the weights say",
        },
      ],
    },
    {
      id: "chance-forgotten",
      file: "lib/line/lua/joins.lua",
      holds: "a repeated join has the lane of its first attempt, in any process",
      broken: "the line keeps no lane",
      edits: [
        {
          find: "if (joins.chance or 0) > 0 then",
          replace: "if (joins.chance or 0) > 255 then",
        },
      ],
      tests: [
        {
          file: LINE,
          name: "in a lottery all lanes share one line, and each receipt says in which lane the chance is",
        },
      ],
    },
    {
      id: "marks-after-freeze",
      file: "lib/services/draw/advance.ts",
      holds: "who is excluded is fixed at the freeze",
      broken: "the list is left out of what was fixed",
      edits: [
        {
          find: "excluded: excludedOf(draw),",
          replace: "excluded: excludedOf({ excluded: null }),",
        },
      ],
      tests: [
        {
          file: WORKER,
          name: "what is noticed after the freeze, or lost after it, changes nothing",
        },
      ],
    },
    {
      id: "rules-misread",
      file: "lib/line/commands/decided-draw.ts",
      holds: "a process of the version before gives nobody a number of a draw that it cannot read",
      broken: "it finds the key, and computes another order",
      edits: [
        {
          find: 'orderKey: rules === undefined ? toHex(key) : "",',
          replace: 'orderKey: rules === null ? "" : toHex(key),',
        },
      ],
      tests: [
        {
          file: LINE,
          name: "a process of the version before finds no numbers that it would misread",
        },
      ],
    },
    {
      id: "dropped-slips-in",
      file: "waiting-room/visit/dropped.ts",
      holds: "a dropped place joins again only where somebody asks for it",
      broken: "the page joins by itself",
      edits: [
        {
          find: "return dropped !== undefined && form.get(AGAIN)",
          replace: "return dropped === null && form.get(AGAIN)",
        },
      ],
      tests: [
        {
          file: DROPPED,
          name: "afterwards it is told that it was dropped and why, with its support code, on every way",
        },
      ],
    },
    {
      id: "dropped-unproven",
      file: "waiting-room/visit/gate/judge-join.ts",
      holds: "… and with a proof",
      broken: "without one",
      edits: [{ find: "if (isDropped) return true;", replace: "if (isDropped) return false;" }],
      tests: [
        {
          file: DROPPED,
          name: "it joins again behind everybody, with a proof and because somebody asks for it",
        },
      ],
    },
  ],
};
