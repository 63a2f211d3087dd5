import type { Guarantee } from "../mutation";

const FAILOVER = "waiting-room/line/failover.redis.test.ts";
const SAFETY = "lib/line/redis-safety.ts";
const WATCH = "lib/line/watch-redis.redis.test.ts";
const SETTING = { file: WATCH, name: "with … it is refused, and told what to do" };
const REPLICAS = { file: WATCH, name: "with … and … replicas it is refused" };

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
    {
      id: "former-master-kept",
      file: "lib/line/leave-former-master.ts",
      holds: "a connection leaves a Redis that Sentinel does not call the master any more",
      broken: "kept while it answers",
      edits: [{ find: "redis.disconnect(true);", replace: "void 0;" }],
      tests: [
        {
          file: "lib/line/sentinel.redis.test.ts",
          name: "leaves a former master that still answers",
        },
        {
          file: FAILOVER,
          name: "who was let in through the former master is not let in again through the promoted one",
        },
      ],
    },
    {
      id: "append-only-off",
      file: SAFETY,
      holds: "a Redis without an append-only file is refused",
      broken: "not looked at",
      edits: [{ find: 'told("aof_enabled") !== "1"', replace: 'told("aof_enabled") === ""' }],
      tests: [SETTING],
    },
    {
      id: "append-only-unsynced",
      file: SAFETY,
      holds: "… or one that leaves the file to the system",
      broken: "not looked at",
      edits: [{ find: 'appendfsync === "no"', replace: 'appendfsync === ""' }],
      tests: [SETTING],
    },
    {
      id: "evicting",
      file: SAFETY,
      holds: "… or one that throws keys away",
      broken: "not looked at",
      edits: [{ find: 'policy !== "noeviction"', replace: 'policy === ""' }],
      tests: [SETTING],
    },
    {
      id: "replicas-not-needed",
      file: SAFETY,
      holds: "… or a master that goes on without half of its replicas",
      broken: "one is enough for any number",
      edits: [{ find: "Math.ceil(replicas / 2)", replace: "Math.min(replicas, 1)" }],
      tests: [REPLICAS],
    },
    {
      id: "replica-lag-unlimited",
      file: SAFETY,
      holds: "… or one whose replicas may be away for long, for which Redis says 0",
      broken: "only more than 5 s",
      edits: [{ find: "lagSeconds >= 1 && ", replace: "" }],
      tests: [REPLICAS],
    },
    {
      id: "settings-hidden",
      file: SAFETY,
      holds: "… or one that does not show its settings",
      broken: "taken for safe",
      edits: [
        {
          find: "if (!isRefusal(error)) throw error;",
          replace: "if (isRefusal(error)) return [];",
        },
      ],
      tests: [
        {
          file: WATCH,
          name: "who may not read the settings is told of the right and of REDIS_DURABILITY",
        },
      ],
    },
    {
      id: "redis-not-watched",
      file: "lib/line/watch-redis.ts",
      holds: "the same is looked at while it runs",
      broken: "only at the start",
      edits: [
        {
          find: "return watchRedis(redis, watcher);",
          replace: "return { stop: () => watchRedis };",
        },
      ],
      tests: [
        {
          file: WATCH,
          name: "a change while it runs is told once, and once more when it is good again",
        },
      ],
    },
    {
      id: "worker-does-not-look",
      file: "workers/start-workers.ts",
      holds: "… by the worker",
      broken: "as if a provider answered for it",
      edits: [
        {
          find: "keepRedisSafe(redis, redisDurability, {",
          replace: 'keepRedisSafe(redis, "managed", {',
        },
      ],
      tests: [
        {
          file: "workers/redis-setup.db.test.ts",
          name: "the worker refuses an unsafe Redis, unless a provider answers for it",
        },
        {
          file: "workers/redis-setup.db.test.ts",
          name: "what becomes unsafe while it runs is an error in its log, and told once more when it is over",
        },
      ],
    },
    {
      id: "room-does-not-look",
      file: "waiting-room/serve.ts",
      holds: "… and by the waiting room",
      broken: "as if a provider answered for it",
      edits: [{ find: "env.redisDurability(), {", replace: '"managed", {' }],
      tests: [
        {
          file: "test/waiting-room/processes.redis.test.ts",
          name: "a Redis that could lose the line is refused, watched, and left to a provider on request",
        },
      ],
    },
    {
      id: "console-not-told",
      file: "lib/services/redis-health.ts",
      holds: "… and shown on the console",
      broken: "never asked",
      edits: [{ find: "asking ??= ask();", replace: "known ??= [];" }],
      tests: [
        {
          file: "lib/services/redis-health.redis.test.ts",
          name: "the console is told what is dangerous, and that nothing is",
        },
      ],
    },
  ],
};
