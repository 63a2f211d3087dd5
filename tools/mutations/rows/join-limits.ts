import type { Guarantee } from "../mutation";

const COUNTS = "waiting-room/line/join-limits.redis.test.ts";
const CROWDS = "waiting-room/line/join-crowds.redis.test.ts";
const ROOM = "test/waiting-room/join-limits.redis.test.ts";

export const JOIN_LIMITS: Guarantee = {
  document: "docs/limits.md",
  title: "Joins of one source",
  rows: [
    {
      id: "repeat-counts-twice",
      file: "lib/line/scripts/join.lua",
      holds: "a repeated join counts once",
      broken: "each time it is sent",
      edits: [
        {
          find: "  if found[i] or turnOf[id] then\n    isAnyRepeated = true",
          replace:
            "  if found[i] or turnOf[id] then\n    isAnyRepeated = true\n    isOpenTo(sources, i)",
        },
      ],
      tests: [{ file: COUNTS, name: "a repeated join › counts once, in one call and in others" }],
    },
    {
      id: "repeat-asked",
      file: "lib/line/scripts/join.lua",
      holds: "a repeated join gets its number, however busy its source is",
      broken: "it is over the limit like a new one",
      edits: [
        {
          find: "local found, sources = findJoins(joins, ids), openSources",
          replace: "local found, sources = {}, openSources",
        },
      ],
      tests: [
        {
          file: ROOM,
          name: "with nothing solved › a repeated join gets its number without a challenge, however busy its address is",
        },
      ],
    },
    {
      id: "group-fails",
      file: "lib/line/scripts/join.lua",
      holds: "one member over its limit fails nobody else of its group",
      broken: "the rest of the group gets nothing",
      edits: [
        {
          find: "      loads[i], isAnyBusy = told, true",
          replace: "      loads[i], isAnyBusy, room = told, true, 0",
        },
      ],
      tests: [
        {
          file: COUNTS,
          name: "a source over its limit › fails nobody else of its group, and takes no number",
        },
      ],
    },
    {
      id: "busy-counts",
      file: "lib/line/lua/sources.lua",
      holds: "who asks in vain makes nothing worse for those who share the source",
      broken: "what is refused counts too",
      edits: [
        {
          find: "  if load > 0 then return false, load end\n",
          replace: "",
        },
        {
          find: "  return true, marks\nend",
          replace: "  if load > 0 then return false, load end\n  return true, marks\nend",
        },
      ],
      tests: [
        {
          file: COUNTS,
          name: "a source over its limit › who asks in vain makes nothing worse for those who share it",
        },
      ],
    },
    {
      id: "sketch-forgets",
      file: "lib/line/lua/sources.lua",
      holds: "counts are too high, never too low",
      broken: "sources that share a cell in a call count once",
      edits: [
        {
          find: "    if cellOf[cell] then\n",
          replace: "    if false then\n",
        },
        {
          find: "sources.wanted[j]) % SKETCH.cells",
          replace: "sources.wanted[j]) % 7",
        },
      ],
      tests: [
        {
          file: CROWDS,
          name: "sources that share a cell › are counted together, also in one call",
        },
      ],
    },
    {
      id: "full-cell-wraps",
      file: "lib/line/lua/sources.lua",
      holds: "a cell that is full stays full",
      broken: "it begins anew",
      edits: [
        { find: "math.min(255, run) * 256", replace: "(run % 256) * 256" },
        { find: "math.min(255, now)", replace: "now % 256" },
      ],
      tests: [
        {
          file: CROWDS,
          name: "sources that share a cell › never have less than they had, however many joins",
        },
      ],
    },
    {
      id: "late-count-lost",
      file: "lib/line/lua/sources.lua",
      holds: "joins of the last minute count",
      broken: "those of the present half minute",
      edits: [
        {
          find: "local recent = sources.now[j] + sources.before[j] + sources.longBefore[j]",
          replace: "local recent = sources.now[j]",
        },
      ],
      tests: [
        {
          file: COUNTS,
          name: "counts › of a minute go on counting for a minute, and no longer than a minute and a half",
        },
      ],
    },
    {
      id: "v6-by-address",
      file: "connectors/src/host/address-group.ts",
      holds: "an IPv6 address counts with its network and its site",
      broken: "for itself",
      edits: [
        {
          find: 'if (!address.includes(":")) return [{ kind: "address", name: address }];',
          replace: 'return [{ kind: "address", name: address }];',
        },
      ],
      tests: [
        {
          file: ROOM,
          name: "with nothing solved › five hundred addresses of one site of 48 bits get twenty",
        },
      ],
    },
    {
      id: "spoofed-hop",
      file: "waiting-room/http/http.ts",
      holds: "an address is the one that the trusted proxy has seen",
      broken: "the one that the client says",
      edits: [{ find: "hops.at(-trustedProxies)?.trim()", replace: "hops.at(0)?.trim()" }],
      tests: [
        {
          file: ROOM,
          name: "forwarding headers › what stands before the trusted proxy's own entry changes nothing",
        },
      ],
    },
    {
      id: "untrusted-identity",
      file: "waiting-room/visit/gate/sources-of.ts",
      holds: "a header says who somebody is only behind a trusted proxy",
      broken: "whoever writes it",
      edits: [{ find: "trustedProxies === 0 ? null : ", replace: "" }],
      tests: [
        {
          file: ROOM,
          name: "who somebody is › is nothing that a client may write into a header itself",
        },
      ],
    },
    {
      id: "entries-by-process",
      file: "waiting-room/visit/direct-entry.ts",
      holds: "direct entries of one network are limited at all processes together",
      broken: "not at all",
      edits: [
        {
          find: "return { ...verdict, sources: sourcesOfEntry(context, exchange, line) };",
          replace: "sourcesOfEntry(context, exchange, line);\n  return verdict;",
        },
      ],
      tests: [
        {
          file: ROOM,
          name: "direct entries › of one IPv6 network are limited at all processes together, with limits off",
        },
      ],
    },
  ],
};
