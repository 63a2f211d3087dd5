import type { Guarantee } from "../mutation";

const READINGS = "connectors/test/readings.test.ts";
const DECIDE = "connectors/test/decide.test.ts";
const SPELLED = "a rule for a page holds however its address is spelled: › …";

export const SITE: Guarantee = {
  document: "docs/security.md",
  title: "At the site",
  rows: [
    {
      id: "letter-by-letter",
      file: "connectors/src/core/request.ts",
      holds: "a rule holds under every reading of an address",
      broken: "the address counts as it stands",
      edits: [{ find: "exactKnownUser || isUnambiguous(pageUrl)", replace: "true" }],
      tests: [
        { file: READINGS, name: SPELLED },
        { file: READINGS, name: "a rule for a host holds for …" },
      ],
    },
    {
      id: "escaped-slashes-kept",
      file: "connectors/src/core/readings.ts",
      holds: "… also where a site takes an escaped slash for one",
      broken: "only what RFC 3986 calls the same is compared",
      edits: [
        {
          find: "flatMap((one) => SERVERS.map((server) => server(one)))",
          replace: "map((one) => one)",
        },
        { find: "paths.add(barePath(path))", replace: "paths.add(path)" },
      ],
      tests: [{ file: READINGS, name: SPELLED }],
    },
    {
      id: "one-bare-form",
      file: "connectors/src/core/readings.ts",
      holds:
        "… as each kind of server and two of them in a row take it, not only with everything undone at once",
      broken: "all that any server undoes is undone together",
      edits: [
        {
          find: "flatMap((one) => SERVERS.map((server) => server(one)))",
          replace: "map((one) => one)",
        },
      ],
      tests: [
        {
          file: READINGS,
          name: "an address is read as each server reads it, not as all of them together",
        },
      ],
    },
    {
      id: "slash-at-the-end",
      file: "connectors/src/core/find-rules.ts",
      holds: "… with a slash at its end and without it",
      broken: "a rule with a slash misses the page without it",
      edits: [{ find: "if (other !== null) all = ", replace: 'if (other === "") all = ' }],
      tests: [
        { file: READINGS, name: "a rule for a folder holds however its address is spelled: › …" },
      ],
    },
    {
      id: "rule-spelled-in-one-way",
      file: "connectors/src/core/triggers.ts",
      holds: "… and however the rule's own text is",
      broken: "a rule is compared letter by letter",
      edits: [{ find: "[value, decodeAll(value)]", replace: "[value]" }],
      tests: [{ file: READINGS, name: "a rule holds however its own text is spelled: › …" }],
    },
    {
      id: "odd-address-taken-for-plain",
      file: "connectors/src/core/readings.ts",
      holds: "… and whatever has more than one is noticed",
      broken: "path parameters are not",
      edits: [
        {
          find: "(?:(?:\\/[^%\\\\;/?#.\\x80-\\uffff][^%\\\\;/?#\\x80-\\uffff]*)+|\\/?)",
          replace: "(?:(?:\\/[^%\\\\/?#.][^%\\\\/?#]*)+|\\/?)",
        },
      ],
      tests: [{ file: READINGS, name: SPELLED }],
    },
    {
      id: "one-reading-is-enough",
      file: "connectors/src/core/decide.ts",
      holds: "who asks for an address that can be read as two protected pages has to be in at both",
      broken: "a session of one of them is enough",
      edits: [{ find: "index < rules.length && decision", replace: "index < 0 && decision" }],
      tests: [
        {
          file: READINGS,
          name: "where an address can be read as two protected pages, › a session of one of them is not enough",
        },
      ],
    },
    {
      id: "exception-opens-by-spelling",
      file: "connectors/src/core/find-rules.ts",
      holds: "a rule that lets through does not count where another reading queues",
      broken: "the first reading decides",
      edits: [
        { find: "queues.length > 0 ? queues : found.slice(0, 1)", replace: "found.slice(0, 1)" },
      ],
      tests: [
        {
          file: READINGS,
          name: "where an address can be read as two protected pages, › a rule that lets everybody through does not count",
        },
      ],
    },
    {
      id: "address-in-two-spellings",
      file: "connectors/src/core/address.ts",
      holds:
        "an IPv4 address within IPv6 is the same address to every connector and the waiting room",
      broken: "it is another",
      edits: [
        { find: "if (ipv4 || !pairs[0]) return ipv4 ?? bare;", replace: "if (bare) return bare;" },
      ],
      tests: [
        { file: READINGS, name: "the address … is compared as …" },
        {
          file: DECIDE,
          name: "an address within IPv6 is the same address; exactly KnownUser it is another",
        },
      ],
    },
    {
      id: "push-read-to-the-end",
      file: "connectors/src/host/push.ts",
      holds: "of what anybody PUTs to the site no more than its bound is read",
      broken: "it is read to its end",
      edits: [
        {
          find: "    if (sizeBytes > MAX_PUSH_BYTES) {",
          replace: "    if (sizeBytes > 50 * MAX_PUSH_BYTES) {",
        },
      ],
      tests: [
        {
          file: "connectors/test/config-delivery.test.ts",
          name: "what anybody may PUT to the site › is read to its bound, however long it goes on",
        },
      ],
    },
    {
      id: "push-hashed-in-the-way",
      file: "connectors/src/host/push.ts",
      holds: "… and it is hashed beside other visitors",
      broken: "by the connector, while they wait",
      edits: [
        {
          find: "hmac: fastHmac(target.hmac)",
          replace: "hmac: fastHmac(target.hmac) && target.hmac",
        },
      ],
      tests: [
        {
          file: "connectors/test/config-delivery.test.ts",
          name: "what anybody may PUT to the site › is hashed by the runtime, beside other visitors, and counts up to the bound",
        },
      ],
    },
    {
      id: "old-config-at-a-new-process",
      file: "connectors/src/host/config-signature.ts",
      holds:
        "a process that has no rules takes none that it is told are too old, though they are genuine",
      broken: "it takes any that was ever signed",
      edits: [{ find: ">= minVersion ||", replace: ">= 0 ||" }],
      tests: [
        {
          file: "connectors/test/config-delivery.test.ts",
          name: "an old config that is genuine › is refused by a process that is told which are too old",
        },
      ],
    },
    {
      id: "session-cookie-unprotected",
      file: "connectors/src/core/set-cookie.ts",
      holds:
        "the session cookie of an https page is Secure and SameSite=Lax, whatever the rule says",
      broken: "it has what the rule says",
      edits: [
        {
          find: 'isExact ? "" : protection(rule, pageUrl)',
          replace: 'isExact ? protection(rule, "") : ""',
        },
      ],
      tests: [
        {
          file: DECIDE,
          name: "the cookie of a session › is kept from other sites and from connections that anybody reads, whatever the rule says",
        },
      ],
    },
    {
      id: "session-cookie-for-scripts",
      file: "lib/domain/integration-config/rule-schema.ts",
      holds: "… and HttpOnly unless somebody says otherwise",
      broken: "only where somebody asks for it",
      edits: [
        {
          find: "IsCookieHttpOnly: z.boolean().default(true)",
          replace: "IsCookieHttpOnly: z.boolean().default(false)",
        },
      ],
      tests: [
        {
          file: "lib/domain/integration-config/rule-schema.test.ts",
          name: "a rule › gets every key that connectors expect",
        },
      ],
    },
  ],
};
