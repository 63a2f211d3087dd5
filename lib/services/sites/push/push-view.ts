import type { ConfigPush } from "@/lib/db/generated/client";

/**
 * `idle`: nothing was published yet. `waiting`: it will be tried, again if it has failed. `delivered`: the
 * newest version has arrived. `failed`: given up until the next publication.
 */
export type PushState = "idle" | "waiting" | "delivered" | "failed";

/** Where a customer's config is sent, and how that went. */
export type PushView = {
  readonly url: string;
  readonly state: PushState;
  /** The newest version; null before the first publication. */
  readonly version: number | null;
  readonly attempts: number;
  readonly attemptedAt: string | null;
  readonly nextAttemptAt: string | null;
  /** What was wrong with the last attempt. */
  readonly problem: string | null;
  readonly deliveredVersion: number | null;
  readonly deliveredAt: string | null;
};

export function toPushView(row: ConfigPush): PushView {
  return {
    url: row.url,
    state: stateOf(row),
    version: row.version,
    attempts: row.attempts,
    attemptedAt: row.attemptedAt?.toISOString() ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    problem: row.problem,
    deliveredVersion: row.deliveredVersion,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  };
}

function stateOf({ version, nextAttemptAt, deliveredVersion }: ConfigPush): PushState {
  if (version === null) return "idle";
  if (nextAttemptAt !== null) return "waiting";
  return deliveredVersion === version ? "delivered" : "failed";
}
