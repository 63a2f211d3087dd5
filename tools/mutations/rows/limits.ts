import type { Guarantee } from "../mutation";

const LISTEN = "waiting-room/http/listen.test.ts";

const GUESSES = {
  file: "test/waiting-room/code-guesses.redis.test.ts",
  name: "of many codes that one address guesses at once at several processes a few are looked at",
};

export const LIMITS: Guarantee = {
  document: "docs/security.md",
  title: "Too much, too often",
  rows: [
    {
      id: "address-one-line",
      file: "lib/domain/fields.ts",
      holds: "a stored address has no line breaks, spaces or control characters",
      broken: "it has what URL parsers take out",
      edits: [{ find: "!/[\\p{Cc}\\p{Cs}\\p{Z}]/u.test(text) && ", replace: "" }],
      tests: [
        {
          file: "lib/domain/fields.test.ts",
          name: "an address that visitors are sent to › … is refused when it is entered",
        },
      ],
    },
    {
      id: "known-hosts",
      file: "waiting-room/http/http.ts",
      holds: "answers name the waiting room's own hosts only",
      broken: "whatever the caller calls it",
      edits: [
        {
          find: 'return isKnown ? called : (origins[0] ?? "");',
          replace: "return isKnown ? called : called;",
        },
      ],
      tests: [
        {
          file: "test/waiting-room/mobile.redis.test.ts",
          name: "names its own host only, whatever host it is called by",
        },
      ],
    },
    {
      id: "connections-bounded",
      file: "waiting-room/http/listen.ts",
      holds: "a process holds so many connections",
      broken: "any number",
      edits: [{ find: "server.maxConnections = most;", replace: "" }],
      tests: [
        {
          file: LISTEN,
          name: "there are never more connections than the limit, and idle ones give way to new ones",
        },
      ],
    },
    {
      id: "idle-give-way",
      file: "waiting-room/http/listen.ts",
      holds: "idle connections give way to new ones",
      broken: "they stay",
      edits: [
        { find: "    server.closeIdleConnections();\n    setTimeout", replace: "    setTimeout" },
      ],
      tests: [
        {
          file: LISTEN,
          name: "there are never more connections than the limit, and idle ones give way to new ones",
        },
      ],
    },
    {
      id: "unwanted-body",
      file: "waiting-room/http/whole-request.ts",
      holds: "a long body that nobody wants ends the connection",
      broken: "it is read to its end",
      edits: [
        { find: "if (!this.hasEnded && this.mayBeLong()) this.socket.destroySoon();", replace: "" },
        { find: "    this.socket.destroy();\n    return false;", replace: "    return true;" },
      ],
      tests: [{ file: LISTEN, name: "a body that nobody wants ends the connection" }],
    },
    {
      id: "code-guesses",
      file: "lib/line/scripts/take-guess.lua",
      holds: "wrong access codes of one address are limited",
      broken: "only counted",
      edits: [{ find: "  if tonumber(made or 0) >= limit then", replace: "  if false then" }],
      tests: [GUESSES],
    },
    {
      id: "guesses-before-looking",
      file: "waiting-room/visit/take-place.ts",
      holds: "a code counts before it is looked at",
      broken: "it never does",
      edits: [
        {
          find: 'request.codeId === "" ? null : await countGuess(context, exchange, visit)',
          replace: "null as Guess | null",
        },
      ],
      tests: [GUESSES],
    },
    {
      id: "guesses-of-a-network",
      file: "connectors/src/host/address-group.ts",
      holds: "an IPv6 network of 64 bits counts as one address",
      broken: "each address for itself",
      edits: [
        {
          find: '{ kind: "address", name: networkOf(address, GROUPS_OF_NETWORK) },',
          replace: '{ kind: "address", name: address },',
        },
      ],
      tests: [
        {
          file: "test/waiting-room/code-guesses.redis.test.ts",
          name: "all addresses of a network of 64 bits count as one",
        },
      ],
    },
    {
      id: "languages-of-a-message",
      file: "waiting-room/line/said.ts",
      holds: "a line is kept in no more languages than its message is written in",
      broken: "in every one that somebody asks for",
      edits: [
        {
          find: "return message?.texts[tag] !== undefined || pauseMessages?.[tag] !== undefined ? tag : null;",
          replace: "return tag;",
        },
      ],
      tests: [
        {
          file: "waiting-room/line/said.test.ts",
          name: "the language that a request asks for › counts only where the line says something in it",
        },
      ],
    },
  ],
};
