import type { Guarantee } from "../mutation";

const EVENT_LINE = "waiting-room/line/event-line.redis.test.ts";
const GUARANTEES = "waiting-room/line/guarantees.redis.test.ts";

export const KEPT: Guarantee = {
  document: "docs/guarantees.md",
  title: "4. Nothing lost",
  rows: [
    {
      id: "hole-not-ended",
      file: "lib/line/scripts/near.lua",
      holds: "who shows a forgotten number ends the hole above it",
      broken: "not noted",
      edits: [{ find: 'string.format("%s:%s:%.0f;", from, to, n)', replace: "nil" }],
      tests: [
        {
          file: GUARANTEES,
          name: "those who stand in a hole are called at the pace of the line, not all at once",
        },
      ],
    },
    {
      id: "hole-never-crossed",
      file: "lib/line/lua/window.lua",
      holds: "the line goes on behind a hole",
      broken: "it never does",
      edits: [
        {
          find: 'if line.now >= number(line, "lossAtMs") + ',
          replace: 'if false and line.now >= number(line, "lossAtMs") + ',
        },
      ],
      tests: [
        {
          file: EVENT_LINE,
          name: "the line goes on behind a hole, and those who stand in it keep their turn",
        },
      ],
    },
    {
      id: "late-lane-shut-out",
      file: "lib/line/lua/lanes.lua",
      holds: "who comes late to a lane where nobody else is called may take a slot",
      broken: "they are shut out",
      edits: [{ find: 'if laneNumber(line, asked, "live") == 0 then', replace: "if false then" }],
      tests: [
        {
          file: GUARANTEES,
          name: "who was called and comes a while later › among … lanes, alone in lane …, gets in while others wait: …",
        },
      ],
    },
    {
      id: "late-lane-shut-out-in-model",
      file: "simulation/rules/lane-shares.ts",
      holds: "… in the model of the lanes as well",
      broken: "they are shut out",
      edits: [{ find: "if (asking.live === 0) {", replace: "if (false) {" }],
      tests: [
        {
          file: "simulation/rules/lane-shares.property.test.ts",
          name: "no lane is shut out for ever: whoever comes late to a lane where nobody waits may go",
        },
      ],
    },
    {
      id: "settings-roll-back",
      file: "lib/line/lua/guard.lua",
      holds: "settings never roll back",
      broken: "versions are not compared",
      edits: [
        { find: 'if call.seenVersion > number(line, "version") then', replace: "if false then" },
      ],
      tests: [
        {
          file: EVENT_LINE,
          name: "settings never roll back: a process puts the newest it has seen into force again",
        },
      ],
    },
    {
      id: "unknown-key-replaced",
      file: "waiting-room/visit/visit.ts",
      holds: "a place under an unknown key is kept",
      broken: "it counts as none",
      edits: [
        {
          find: 'if (held.type === "unknown-key") throw new HttpError("recovering", 5_000);',
          replace: 'if (held.type === "unknown-key") return { line, event, place: null };',
        },
      ],
      tests: [
        {
          file: "test/waiting-room/server.redis.test.ts",
          name: "a place sealed with a key this process lacks is kept, not replaced",
        },
      ],
    },
  ],
};
