import type { Guarantee } from "../mutation";

const ROOM = "test/waiting-room/health.redis.test.ts";
const PROBE = "lib/health/self-probe.ts";
const ARRIVAL = {
  file: "test/console-health.db.test.ts",
  name: "only the own installation is told how its requests arrive",
};

export const HEALTH: Guarantee = {
  document: "docs/security.md",
  title: "What a process says of itself",
  rows: [
    {
      id: "probe-unsigned",
      file: PROBE,
      holds: "only who holds the master key is told how a request arrived",
      broken: "everybody is",
      edits: [
        {
          find: "masters.find((key) => isSame(macOf(key, ",
          replace: "masters.find((key) => true || isSame(macOf(key, ",
        },
      ],
      tests: [ARRIVAL],
    },
    {
      id: "probe-for-ever",
      file: PROBE,
      holds: "a question that somebody has read is worth nothing after a minute",
      broken: "it is for ever",
      edits: [{ find: "const VALID_MS = 60_000;", replace: "const VALID_MS = Infinity;" }],
      tests: [ARRIVAL],
    },
    {
      id: "probe-unproven",
      file: PROBE,
      holds: "an answer counts only from a program with the same key",
      broken: "from everybody",
      edits: [
        {
          find: "if (!isSame(macOf(master, ",
          replace: "if (false && !isSame(macOf(master, ",
        },
      ],
      tests: [ARRIVAL],
    },
    {
      id: "room-leaves-balancer",
      file: "lib/health/health.ts",
      holds: "a room without Redis stays in its balancer, and answers who waits",
      broken: "it is unready",
      edits: [
        {
          find: 'const REDIS = { "waiting-room": "degraded"',
          replace: 'const REDIS = { "waiting-room": "unready"',
        },
      ],
      tests: [
        {
          file: ROOM,
          name: "without Redis a room stays in its balancer, answers who waits, and says what is wrong",
        },
      ],
    },
    {
      id: "ready-while-ending",
      file: "waiting-room/room-health.ts",
      holds: "a room that ends says so while it still serves",
      broken: "it says that it is ready",
      edits: [{ find: "isDraining = true;", replace: "" }],
      tests: [
        {
          file: ROOM,
          name: "after SIGTERM … processes are unready at once, and serve until they end",
        },
      ],
    },
  ],
};
