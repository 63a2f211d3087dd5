import type { Guarantee } from "../mutation";

const ROOM = "test/waiting-room/captcha.redis.test.ts";
const CHECKS = "waiting-room/visit/gate/captcha/captcha-checks.test.ts";
const PRESENT = "waiting-room/visit/gate/captcha/present-captcha.ts";
const CHECK = "waiting-room/visit/gate/captcha/captcha-checks.ts";

export const CAPTCHAS: Guarantee = {
  document: "docs/security.md",
  title: "CAPTCHAs of vendors",
  rows: [
    {
      id: "captcha-answer-ignored",
      file: PRESENT,
      holds: "whom the vendor refuses does not join",
      broken: "joins",
      edits: [
        {
          find: 'if (result !== "down") return { type: result };',
          replace: 'if (result !== "down") return { type: "solved" };',
        },
      ],
      tests: [{ file: ROOM, name: "… › whoever solves it joins, nobody else does" }],
    },
    {
      id: "captcha-hold-lets-in",
      file: PRESENT,
      holds: "while the vendor is away, `hold` lets nobody in",
      broken: "who brings a token joins",
      edits: [
        {
          find: 'return { type: whenDown === "join" ? "let-join" : "away" };',
          replace: 'return { type: "let-join" };',
        },
      ],
      tests: [
        {
          file: ROOM,
          name: "while the vendor is away › `hold` lets nobody in, whatever they say, until it is back",
        },
      ],
    },
    {
      id: "captcha-hold-has-a-way",
      file: "waiting-room/visit/gate/captcha/offer-captcha.ts",
      holds: "nor does it offer another way meanwhile",
      broken: "proof of work",
      edits: [{ find: 'isAway && whenDown !== "hold"', replace: "isAway" }],
      tests: [
        {
          file: ROOM,
          name: "while the vendor is away › `hold` lets nobody in, whatever they say, until it is back",
        },
      ],
    },
    {
      id: "captcha-for-any-join",
      file: PRESENT,
      holds: "a token counts for the join that was asked",
      broken: "for any",
      edits: [
        {
          find: "if (!isCaptchaSeed(key, asker, proof.seed, line.lineNow()))",
          replace: "if (!isCaptchaSeed(key, asker, proof.seed, line.lineNow()) && false)",
        },
      ],
      tests: [
        {
          file: ROOM,
          name: "one token is one join › a token counts for no other join, address or event",
        },
      ],
    },
    {
      id: "captcha-forgets-tokens",
      file: CHECK,
      holds: "a token that was taken is remembered with its join",
      broken: "it is asked about again",
      edits: [
        {
          find: "    this.seen.set(name, { about, result: answered }, BYTES_OF_ONE);\n",
          replace: "",
        },
      ],
      tests: [{ file: CHECKS, name: "… › one token is one join, in this process and in another" }],
    },
    {
      id: "captcha-of-any-page",
      file: CHECK,
      holds: "a token of another page is refused",
      broken: "it counts",
      edits: [
        { find: "if (host?.toLowerCase() !== own.toLowerCase()) return false;", replace: "" },
      ],
      tests: [{ file: CHECKS, name: "… › a token of the kind …" }],
    },
    {
      id: "captcha-no-circuit",
      file: CHECK,
      holds: "nobody waits for a vendor that is away",
      broken: "everybody does",
      edits: [{ find: "if (!circuit.isOpen) return false;", replace: "return false;" }],
      tests: [
        {
          file: CHECKS,
          name: "a dead vendor costs a few visitors the time-out, and no others",
        },
      ],
    },
    {
      id: "captcha-unloaded-for-all",
      file: PRESENT,
      holds: "who says that the script does not load gets a few joins a minute",
      broken: "any number",
      edits: [{ find: "const JOINS_UNLOADED = 6;", replace: "const JOINS_UNLOADED = 600;" }],
      tests: [
        {
          file: ROOM,
          name: "while the vendor is away › who says that the script does not load gets what nobody can check, a few times",
        },
      ],
    },
  ],
};
