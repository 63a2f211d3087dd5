import type { Guarantee } from "../mutation";

const FAILOVER = "waiting-room/line/failover.redis.test.ts";

export const REDIS_AS_IT_IS_RUN: Guarantee = {
  document: "docs/guarantees.md",
  title: "Redis as it is run",
  rows: [
    {
      id: "promoted-at-once",
      file: "lib/line/lua/replicas.lua",
      holds:
        "a Redis with replicas holds everything longer after a loss than the one before may go on",
      broken: "as briefly as a single one",
      edits: [{ find: "math.max(holdMs, REPLICAS.holdMs)", replace: "holdMs" }],
      tests: [
        {
          file: FAILOVER,
          name: "a promoted Redis gives nothing before the one it replaces has stopped",
        },
      ],
    },
    {
      id: "replicas-not-heard",
      file: "lib/line/lua/guard.lua",
      holds: "a master that has not heard of its replicas for six seconds gives nothing",
      broken: "left to what Redis knows",
      edits: [{ find: 'if isCutOff(shared) then return { "RECOVERING" } end', replace: "" }],
      tests: [
        {
          file: FAILOVER,
          name: "a master whose replicas are silent gives nothing, before Redis itself refuses",
        },
      ],
    },
    {
      id: "skip-not-copied",
      file: "lib/line/lua/guard.lua",
      holds: "what a loss skipped is on a replica before anything is given",
      broken: "only time passes",
      edits: [{ find: " or not isCopied(line, shared)", replace: "" }],
      tests: [
        { file: FAILOVER, name: "what a loss skipped is on a replica before anything is given" },
      ],
    },
  ],
};
