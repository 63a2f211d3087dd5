import type { Guarantee } from "../mutation";

const LISTEN = "waiting-room/http/listen.test.ts";
const INTAKE = "connectors/test/intake.test.ts";
const BATCHER = "waiting-room/line/call-batcher.test.ts";

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
      file: "connectors/src/adapters/proxy/connection-table.ts",
      holds: "a process holds so many connections",
      broken: "any number",
      edits: [{ find: "this.all.open >= connectionsMax", replace: "false" }],
      tests: [
        {
          file: LISTEN,
          name: "there are never more connections than the limit, and idle ones give way to new ones",
        },
      ],
    },
    {
      id: "idle-give-way",
      file: "connectors/src/adapters/proxy/connection-table.ts",
      holds: "idle connections give way to new ones, the longest idle first",
      broken: "they stay",
      edits: [{ find: "return idle ?? this.firstBody ?? head;", replace: "return head;" }],
      tests: [
        {
          file: INTAKE,
          name: "without half-open ones the longest idle gives way; busy ones stay, and a newcomer is refused",
        },
      ],
    },
    {
      id: "slow-heads-give-way",
      file: "connectors/src/adapters/proxy/connection-table.ts",
      holds: "connections whose request head does not come give way before idle ones",
      broken: "after them",
      edits: [{ find: "if (head !== undefined && this.isSlow(head)) return head;", replace: "" }],
      tests: [
        {
          file: INTAKE,
          name: "at the limit the oldest half-open connection of anybody gives way, before an idle one",
        },
      ],
    },
    {
      id: "share-of-a-source",
      file: "connectors/src/adapters/proxy/connection-table.ts",
      holds: "one source has at most a quarter of all connections",
      broken: "all of them",
      edits: [{ find: "own.open >= ofSourceMax", replace: "false" }],
      tests: [
        {
          file: INTAKE,
          name: "one source has a quarter of all connections, and its own half-open ones give way",
        },
      ],
    },
    {
      id: "few-requests-of-a-connection",
      file: "connectors/src/adapters/proxy/intake.ts",
      holds: "a few requests of a connection are under way at once",
      broken: "all that it sends",
      edits: [{ find: "const UNDER_WAY_MAX = 4;", replace: "const UNDER_WAY_MAX = 4_000;" }],
      tests: [
        {
          file: INTAKE,
          name: "of a thousand requests that are sent at once four are under way, and all are answered",
        },
      ],
    },
    {
      id: "calls-bounded",
      file: "waiting-room/line/call-batcher.ts",
      holds: "a bounded number of visitors waits for a call to a line",
      broken: "all who ask",
      edits: [{ find: "waiting.length >= WAITING_MAX", replace: "false" }],
      tests: [
        {
          file: BATCHER,
          name: "what comes beyond a bounded number is refused at once, and those who wait are answered",
        },
      ],
    },
    {
      id: "gone-are-not-asked-for",
      file: "waiting-room/line/call-batcher.ts",
      holds: "Redis is not asked for visitors whose connection has closed",
      broken: "it is asked for them, too",
      edits: [{ find: "if (isGone(member.item))", replace: "if (false)" }],
      tests: [
        {
          file: BATCHER,
          name: "a member that is gone before its call reaches no call, and takes no room in one",
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
          find: '{ kind: "address", name: networkOf(groups, GROUPS_OF_NETWORK) },',
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
      id: "behind-a-translator",
      file: "connectors/src/host/address-group.ts",
      holds: "IPv4 visitors behind a translator to IPv6 are told apart",
      broken: "they are one source",
      edits: [
        { find: "const single = nameOfTranslated(groups);", replace: "const single = null;" },
      ],
      tests: [
        {
          file: "connectors/test/address-group.test.ts",
          name: "…, which a translator made, is one source: …",
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
