/** How many processes run the tests on real servers side by side: they wait more than they work. */
export const SERVER_WORKERS = 2;

/**
 * The tests that migrate databases themselves. Each of these files has a process of its own: in one
 * that has migrated many databases Prisma's schema engine may hang.
 */
export const MIGRATING_TESTS: readonly string[] = [
  "cli/installation/check-installation.db.test.ts",
  "cli/installation/postgres.db.test.ts",
  "test/upgrade/former-line.db.test.ts",
  "test/upgrade/settings-column.db.test.ts",
  "tools/stack/next-migration.db.test.ts",
  "workers/health.db.test.ts",
];

/** Number 15 is for the browser journeys, which may run at the same time. */
const LAST_REDIS_NUMBER = { redis: 14, database: 12, migrations: 10 } as const;

/** A project of vitest whose tests need servers. */
export type ServerProject = keyof typeof LAST_REDIS_NUMBER;

/** The numbered database of Redis in which one of the processes writes; a cluster has only one. */
export function redisOfWorker(url: string, project: ServerProject, worker: number): string {
  if (url.includes("+cluster:")) return url;
  return new URL(`/${LAST_REDIS_NUMBER[project] + 1 - worker}`, url).href;
}
