import { db } from "@/lib/db/client";
import { sessionMark } from "@/lib/services/ground/act-source";
import { readReach } from "./reach";
import { oldestValid } from "./session-limits";
import type { SignedIn } from "./signed-in";

export type SessionView = {
  readonly sessionId: string;
  /** As audit logs name it. */
  readonly mark: string;
  readonly browser: string;
  readonly address: string;
  /** ISO 8601, UTC; exact to the minute. */
  readonly lastSeenAt: string;
  readonly signedInAt: string;
  /** True for the one that asks. */
  readonly isThis: boolean;
};

/**
 * The sessions in which somebody is signed in, as far as the one that asks reaches: that one first, then the last seen
 * first.
 */
export async function listSessions(me: SignedIn): Promise<readonly SessionView[]> {
  const { createdAt, lastSeenAt } = oldestValid(new Date());
  const { sessions } = await readReach(me);
  const rows = await db().session.findMany({
    where: { ...sessions, createdAt: { gt: createdAt }, lastSeenAt: { gt: lastSeenAt } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "asc" }],
  });
  const views = rows.map((row) => ({
    sessionId: row.id,
    mark: sessionMark(row.id),
    browser: row.browser,
    address: row.address,
    lastSeenAt: row.lastSeenAt.toISOString(),
    signedInAt: row.createdAt.toISOString(),
    isThis: row.id === me.sessionId,
  }));
  return [...views.filter(({ isThis }) => isThis), ...views.filter(({ isThis }) => !isThis)];
}
