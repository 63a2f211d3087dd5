/** How many processes run the tests on real servers side by side: they wait more than they work. */
export const SERVER_WORKERS = 2;

/** Number 15 is for the browser journeys, which may run at the same time. */
const LAST_REDIS_NUMBER = 15;

/** The numbered database of Redis in which one of the processes writes. */
export function redisOfWorker(url: string, worker: number): string {
  return new URL(`/${LAST_REDIS_NUMBER - worker}`, url).href;
}

/** The copy of a migrated Postgres database in which one of the processes writes. */
export function databaseOfWorker(url: string, worker: number): string {
  const copy = new URL(url);
  copy.pathname = `${copy.pathname}_${worker}`;
  return copy.href;
}
