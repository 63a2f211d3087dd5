import { expect, test } from "vitest";
import { effectOf, HEALTH_TABLE, type HealthCode, PROGRAMS } from "@/lib/health/health";
import { RUNNING_FAULTS, START_FAULTS } from "@/tools/chaos/told/faults";

/** Not brought about by "told", and where they are. */
const ELSEWHERE: Readonly<Partial<Record<HealthCode, string>>> = {
  "process.starting": "workers/health.db.test.ts",
  "process.draining": "test/waiting-room/health.redis.test.ts",
  "clock.off": "test/waiting-room/health.redis.test.ts",
  "keys.cannot-open": "lib/services/installation/keys/keys.db.test.ts",
  "worker.job-stuck": "workers/health.db.test.ts",
  "audit.altered": "workers/health.db.test.ts",
};

test("each cell of the table of health is brought about, and no program is expected to say what it cannot", () => {
  const made = RUNNING_FAULTS.flatMap(({ codes }) => Object.entries(codes).map(String));
  // Object.keys forgets that these are the codes.
  const codes = (Object.keys(HEALTH_TABLE) as HealthCode[]).filter((code) => !ELSEWHERE[code]);
  const cells = codes.flatMap((code) =>
    PROGRAMS.filter((program) => effectOf(program, code) !== null).map(
      (program) => `${program},${code}`,
    ),
  );
  // The worker that is away says nothing, and one that runs ticks.
  const exempt = "worker,worker.not-ticking";
  expect([...new Set(made)].sort()).toEqual(cells.filter((cell) => cell !== exempt).sort());
  const tried = (RUNNING_FAULTS.length + START_FAULTS.length) * (PROGRAMS.length + 1);
  expect(tried).toBeGreaterThanOrEqual(60);
});
