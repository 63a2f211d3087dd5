import { noteLinesInUse } from "@/lib/line/commands/lines-in-use";
import type { EventRef } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { createLogger } from "@/lib/platform/observability/logger";
import { getEventOfCustomer, noLineYet, requireOpen } from "@/lib/services/event/change/find-event";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import type { ServiceContext } from "@/lib/services/ground/context";
import { changeLine } from "@/lib/services/ground/line-redis";
import { type AuditRecord, recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";

/** What the line is told, and what the audit log says of it. */
export type Told<Answer> = Pick<AuditRecord, "verb"> &
  Required<Pick<AuditRecord, "details">> & {
    readonly summaryOf: (event: { readonly name: string }) => string;
    /** Answers null where there is no line. */
    readonly tell: (redis: Redis, line: EventRef) => Promise<Answer | null>;
  };

/**
 * Tells the line of an open event what stands in no settings, and never without a row in the audit log: the row is stored
 * before the line hears of it. Where the line could not be told another row says so. A process that dies in between leaves a row
 * of what did not happen, and never the other way round.
 */
export async function tellLine<Answer>(
  context: ServiceContext,
  eventId: string,
  told: Told<Answer>,
): Promise<Answer> {
  requirePermission(context, "event:operate");
  const event = await withTransaction(context, async (tx) => {
    const found = await getEventOfCustomer(tx, context, eventId);
    requireOpen(found);
    await recordAudit(tx, context, recordOf(found, told));
    return found;
  });
  try {
    const line = eventRef(event, context.customer);
    const answer = await changeLine(async (redis) => {
      // What it is told is kept in Postgres with the next checkpoint, also where nobody waits.
      await noteLinesInUse(redis, [line]);
      return told.tell(redis, line);
    });
    if (answer === null) throw noLineYet(event);
    return answer;
  } catch (error) {
    const intended = recordOf(event, told);
    const failed: AuditRecord = {
      ...intended,
      verb: `${told.verb}.failed`,
      summary: `${intended.summary}, not confirmed by the line`,
    };
    // Who asked hears what went wrong with the line, whatever becomes of this row.
    await withTransaction(context, (tx) => recordAudit(tx, context, failed)).catch(
      (unstored: unknown) => {
        const { verb, subject } = failed;
        createLogger("audit").error(
          { error: unstored, verb, subject },
          "An audit entry could not be stored.",
        );
      },
    );
    throw error;
  }
}

function recordOf<Answer>(
  event: { readonly id: string; readonly name: string },
  { verb, details, summaryOf }: Told<Answer>,
): AuditRecord {
  return { verb, subject: event.id, summary: summaryOf(event), details };
}
