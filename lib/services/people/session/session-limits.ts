const HOUR_MS = 60 * 60_000;

/** A session ends so long after the sign-in, whatever is done with it. */
export const ABSOLUTE_MS = 7 * 24 * HOUR_MS;

/** A session ends when nobody did anything with it for so long. */
const IDLE_MS = 24 * HOUR_MS;

/** A session that is made or was last seen at one of these times, or earlier, is over. */
export function oldestValid(now: Date): { readonly createdAt: Date; readonly lastSeenAt: Date } {
  return {
    createdAt: new Date(now.getTime() - ABSOLUTE_MS),
    lastSeenAt: new Date(now.getTime() - IDLE_MS),
  };
}
