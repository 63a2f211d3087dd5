import type { Guarantee } from "../mutation";

const RESTORED = "test/upgrade/restored.db.test.ts";
const HOUR_OLD = {
  file: RESTORED,
  name: "a Redis that comes back from a backup an hour old, while Postgres lives on › knows the numbers, the admissions and the limits of that hour before it lets anybody in",
};
const RESTORED_TWICE = {
  file: RESTORED,
  name: "a Redis that comes back from a backup an hour old, while Postgres lives on › gives no number twice when the same backup is restored once more",
};

export const BACKUP: Guarantee = {
  document: "docs/guarantees.md",
  title: "Backups",
  rows: [
    {
      id: "old-copy-unnoticed",
      file: "lib/line/lua/guard.lua",
      holds:
        "a copy that is older than processes remember gives nothing before Postgres has completed it",
      broken: "it goes on like any other",
      edits: [
        { find: "if undoneMs > LOSSES.rememberedMs and", replace: "if undoneMs > math.huge and" },
      ],
      tests: [HOUR_OLD],
    },
    {
      id: "old-copy-numbers",
      file: "lib/line/scripts/complete-copy.lua",
      holds: "numbers go on behind those that Postgres has noted",
      broken: "only behind those of the copy",
      edits: [{ find: 'if kept > laneNumber(line, lane, "last") then', replace: "if false then" }],
      tests: [RESTORED_TWICE],
    },
    {
      id: "old-copy-limits",
      file: "lib/line/scripts/complete-copy.lua",
      holds: "limits that were noted later than the copy are in force",
      broken: "those of the copy are",
      edits: [{ find: "if isNewer and", replace: "if false and" }],
      tests: [HOUR_OLD],
    },
    {
      id: "old-copy-near",
      file: "lib/line/scripts/complete-copy.lua",
      holds: "whoever was let in since an old copy was made costs no slot",
      broken: "those who had said that they are near are called",
      edits: [
        {
          find: 'redis.call("UNLINK", keys.confirmed, keys.presenceDue, keys.asking)',
          replace: 'redis.call("UNLINK", keys.asking)',
        },
      ],
      tests: [
        {
          file: RESTORED,
          name: "both stores from backups › pass those who were let in since, at …, and let in whoever waits",
        },
      ],
    },
    {
      id: "admitted-long-ago",
      file: "lib/services/run/restore-admissions.ts",
      holds: "behind a total loss all who were admitted are known, however long ago",
      broken: "those whose visits may go on",
      edits: [{ find: "await restoreNumbers(redis, line, runId);", replace: "" }],
      tests: [
        {
          file: "lib/services/run/restore-numbers.db.test.ts",
          name: "all who were admitted long ago are known again, and nobody is twice, in every epoch",
        },
      ],
    },
    {
      id: "old-copy-skip",
      file: "lib/domain/line/rates.ts",
      holds: "behind two restored stores numbers go on the further the older the backup is",
      broken: "by as many epochs",
      edits: [
        {
          find: "Math.min(RESTORED.most, Math.max(0, grown))",
          replace: "Math.min(0, Math.max(0, grown))",
        },
      ],
      tests: [
        {
          file: RESTORED,
          name: "both stores from backups › go on with numbers that are higher the longer ago the backup was made",
        },
      ],
    },
    {
      id: "place-says-so",
      file: "lib/line/scripts/enter.lua",
      holds: "whose place says that they were let in is not let in by a line that does not know it",
      broken: "the line alone counts",
      edits: [{ find: 'if mark == "+" then', replace: 'if mark == "-" then' }],
      tests: [
        {
          file: RESTORED,
          name: "both stores from backups › let nobody in again whose place says that they were let in since",
        },
      ],
    },
    {
      id: "postgres-is-older",
      file: "lib/services/outbox/adopt-newer.ts",
      holds: "a Postgres that is older than Redis takes the run that people wait in from there",
      broken: "it keeps its own",
      edits: [
        {
          find: "if (newest <= event.settingsVersion) return event;",
          replace: "if (newest >= 0) return event;",
        },
      ],
      tests: [
        {
          file: RESTORED,
          name: "a Postgres that comes back from a backup, while Redis lives on › takes the settings and the run from Redis, and operators are heard again",
        },
      ],
    },
    {
      id: "postgres-has-older-lanes",
      file: "lib/services/outbox/adopt-newer.ts",
      holds: "… and the lanes that they hold numbers in",
      broken: "it keeps its own lanes",
      edits: [{ find: "    lanes: joinedLanes(held),\n", replace: "" }],
      tests: [
        {
          file: "test/upgrade/older-postgres.db.test.ts",
          name: "the lanes that visitors hold numbers in are taken from Redis, …",
        },
      ],
    },
  ],
};
