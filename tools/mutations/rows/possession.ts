import type { Guarantee } from "../mutation";

const POSSESSION = "test/waiting-room/possession.redis.test.ts";
const COPIED = {
  file: POSSESSION,
  name: "a copied place is found at near and at entry, and the browser that joined goes in",
};
const SPELLINGS = "tools/fuzz/spellings.test.ts";
const PASSES = "test/public-connector/passes.redis.test.ts";
const BOUND = {
  file: PASSES,
  name: "a pass bound to a user agent (…) › is worth nothing in another browser, and its visitor gets a new one",
};

export const POSSESSION_AND_PASSES: Guarantee = {
  document: "docs/security.md",
  title: "Places and passes that were sold",
  rows: [
    {
      id: "near-unsigned",
      file: "waiting-room/routes/presence.ts",
      holds: "whoever says to be near proves that they hold the key of the place",
      broken: "anybody with the place is believed",
      edits: [
        {
          find: 'if (!provesPossession(exchange, line, { place, purpose: "near" })) {',
          replace: "if (!provesPossession && place) {",
        },
      ],
      tests: [COPIED],
    },
    {
      id: "entry-unsigned",
      file: "waiting-room/routes/enter.ts",
      holds: "an entry is signed with the key of the place, with or without JavaScript",
      broken: "the place alone is enough",
      edits: [
        {
          find: 'if (!provesPossession(exchange, line, { place, purpose: "enter" })) return { type: "elsewhere" };',
          replace: "",
        },
      ],
      tests: [
        COPIED,
        {
          file: POSSESSION,
          name: "a copy without JavaScript gets a page that says the way back, and takes nothing",
        },
      ],
    },
    {
      id: "missing-key-accepted",
      file: "waiting-room/visit/possession.ts",
      holds: "a place that had a key when it joined is not accepted without one",
      broken: "who shows no key is believed",
      edits: [
        {
          find: "if (key === null || key.proof === null || printOfKey(key) !== keyPrint) return false;",
          replace: "if (key === null || key.proof === null) return true;",
        },
      ],
      tests: [COPIED],
    },
    {
      id: "proof-of-any-time",
      file: "waiting-room/visit/possession.ts",
      holds: "a proof is good for a minute and a half",
      broken: "however old it is",
      edits: [
        {
          find: "if (Math.abs(line.lineNow() - atMs) > PROOF_LASTS_MS) return false;",
          replace: "",
        },
      ],
      tests: [COPIED],
    },
    {
      id: "proof-of-any-purpose",
      file: "lib/domain/possession/proof-message.ts",
      holds: "what was signed to say that somebody is near lets nobody in",
      broken: "the purpose is not signed",
      edits: [
        {
          find: '["stanchion-possession", purpose, customerId,',
          replace: '["stanchion-possession", purpose && "", customerId,',
        },
      ],
      tests: [COPIED],
    },
    {
      id: "code-unsigned",
      file: "waiting-room/routes/move.ts",
      holds: "a code with which a place goes away is made with the key of the place",
      broken: "whoever has a copy makes one",
      edits: [
        {
          find: 'if (!provesPossession(exchange, line, { place, purpose: "move", shown }))',
          replace: "if (!provesPossession && place && shown)",
        },
      ],
      tests: [
        {
          file: POSSESSION,
          name: "a place that came by a code takes the key of the browser to which it came",
        },
      ],
    },
    {
      id: "key-follows-the-code",
      file: "waiting-room/routes/move.ts",
      holds: "a place that came by a code leaves the key of the other browser behind",
      broken: "it keeps that key",
      edits: [{ find: "{ ...place, moves, keyPrint: null }", replace: "{ ...place, moves }" }],
      tests: [
        {
          file: POSSESSION,
          name: "a place that came by a code takes the key of the browser to which it came",
        },
      ],
    },
    {
      id: "keyed-place-of-before",
      file: "waiting-room/place/place.ts",
      holds: "a place with a key has a version that processes of before keep and do not open",
      broken: "it has the version of one without",
      edits: [
        {
          find: "bytes[start] = keyPrint === null ? VERSION : KEYED_VERSION;",
          replace: "bytes[start] = VERSION;",
        },
      ],
      tests: [
        {
          file: "waiting-room/place/place.test.ts",
          name: "a place with a key is of a version that processes of before keep, one without is not",
        },
      ],
    },
    {
      id: "pass-of-an-older-run",
      file: "connectors/src/core/pass.ts",
      holds: "a connector refuses a pass of a run that is over",
      broken: "every run counts",
      edits: [
        {
          find: 'if (!(Number(pass.run) >= (passes.events.get(eventId)?.run ?? 0))) return "run";',
          replace: "",
        },
      ],
      tests: [
        {
          file: PASSES,
          name: "an event with signed passes › refuses a pass of a run that is over",
        },
      ],
    },
    {
      id: "token-stands-for-a-pass",
      file: "connectors/src/core/decide-queue.ts",
      holds:
        "where passes are checked a queue token, which the site could have made, lets nobody in",
      broken: "it does",
      edits: [
        {
          find: "const isEnough = !passes || (!options.verifyPass && passes.allowsToken) || isDebug(held);",
          replace: "const isEnough = passes !== null;",
        },
      ],
      tests: [
        {
          file: PASSES,
          name: "an event with signed passes › lets nobody in by a token of the site's own (…)",
        },
      ],
    },
    {
      id: "pass-forged",
      file: "connectors/src/core/pass.ts",
      holds: "a pass counts with a signature of the waiting room only",
      broken: "any signature does",
      edits: [
        {
          find: '!== "yes") return "hash";',
          replace: '=== "") return "hash";',
        },
      ],
      tests: [
        {
          file: "connectors/test/pass.test.ts",
          name: "a pass that anybody else made, or changed, lets nobody in",
        },
      ],
    },
    {
      id: "signature-in-sixteen-ways",
      file: "connectors/src/core/base64url.ts",
      holds:
        "a signature counts in the way in which it is written, and in no other that a decoder reads",
      broken: "bits that stand for nothing may be any",
      edits: [{ find: "{85}[AQgw]$/", replace: "{86}$/" }],
      tests: [{ file: SPELLINGS, name: "one credential has one spelling › pass" }],
    },
    {
      id: "pass-counted-by-its-text",
      file: "connectors/src/core/decide-queue.ts",
      holds: "the uses of a pass are counted by the admission that it is of",
      broken: "by its text",
      edits: [
        { find: "hmac(customerId, admissionOfPass(held))", replace: "hmac(customerId, text)" },
      ],
      tests: [
        {
          file: SPELLINGS,
          name: "what may be used once is used once, however it is written › a pass that was made again for another browser is of the same admission",
        },
      ],
    },
    {
      id: "place-in-many-ways",
      file: "waiting-room/place/place.ts",
      holds:
        "a place opens in the way in which it was sealed, and in no other that a decoder reads",
      broken: "whatever reads as its bytes opens",
      edits: [
        {
          find: 'if (bytes.toString("base64url", start, tagAt + TAG_BYTES) !== text) return null;',
          replace: "",
        },
      ],
      tests: [{ file: SPELLINGS, name: "one credential has one spelling › place" }],
    },
    {
      id: "any-user-agent",
      file: "connectors/src/core/secrets.ts",
      holds: "what is bound to a user agent counts from there only",
      broken: "it counts from everywhere",
      edits: [
        {
          find: "if (hashedAgent && userAgent !== undefined &&",
          replace: "if (hashedAgent && !hashedAgent &&",
        },
      ],
      tests: [BOUND],
    },
  ],
};
