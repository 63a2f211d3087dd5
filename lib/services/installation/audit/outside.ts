import { type AuditAnchor, readAnchors } from "@/lib/domain/audit/chain";
import { ALL_ANCHORS, readAuditAlarms, readAuditAnchor } from "@/lib/line/commands/audit-anchors";
import type { Redis } from "@/lib/line/redis-client";
import { readAppendedAnchors } from "./anchor-file";
import { ANCHORED_MS } from "./anchor-heads";

/** What is known of a customer's audit log outside of the database that holds it. */
export type Outside = {
  readonly anchors: readonly AuditAnchor[];
  /** Since when it is known that the log contradicts an anchor; null while it does not. ISO 8601. */
  readonly contradictedAt: string | null;
  /** When anchors of all logs were found lost; null where they were not, or a day later. ISO 8601. */
  readonly lostAt: string | null;
};

/**
 * Reads the anchors of a customer's log from Redis and from the file that is set, and the alarms about it. Without the
 * file it is quick enough for a page.
 */
export async function readOutside(
  redis: Redis,
  wireId: string,
  { withFile = true } = {},
): Promise<Outside> {
  const [inRedis, inFile, alarms] = await Promise.all([
    readAuditAnchor(redis, wireId),
    withFile ? readAppendedAnchors() : [],
    readAuditAlarms(redis),
  ]);
  return {
    anchors: [...readAnchors(inRedis ?? ""), ...inFile].filter(
      ({ customer }) => customer === wireId,
    ),
    contradictedAt: alarms.get(wireId) ?? null,
    lostAt: alarms.get(ALL_ANCHORS) ?? null,
  };
}

/**
 * What has to be said about the anchors of a log besides what the check of its chain finds; null for nothing.
 * `outside` is null where Redis was not asked or did not answer.
 */
export function warningOf(outside: Outside | null, head: AuditAnchor | null): string | null {
  if (outside === null) return "no anchor outside the database was compared";
  const { anchors, contradictedAt, lostAt } = outside;
  if (contradictedAt !== null) {
    return `the log contradicted an anchor outside the database on ${contradictedAt} and has not been accepted since`;
  }
  if (lostAt !== null) return `anchors outside the database were missing on ${lostAt}`;
  const isOld = head !== null && Date.now() - Date.parse(head.at) > ANCHORED_MS;
  return isOld && anchors.length === 0 ? "no anchor is kept outside the database" : null;
}
