import { db } from "@/lib/db/client";
import { TYPES_WITH_NUMBER } from "@/lib/domain/line/types-with-number";
import { readSnapshot } from "@/lib/line/commands/snapshot";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { settingsOf } from "@/lib/services/ground/setting-columns";

const EXPIRED_MAX = 10_000;

/** The sessions of who was admitted in the current run. */
export type Sessions = {
  /** Seats that are taken where a cap counts them; else sessions that have not expired. */
  readonly active: number;
  /** Queue ids of sessions that have expired, the newest first, ten thousand at most. */
  readonly expired: readonly string[];
};

export const readSessions = defineVerb(
  "event:read",
  eventIdInput,
  async (context, { eventId }): Promise<Sessions> => {
    const event = await getEventOfCustomer(db(), context, eventId);
    const { sessionMinutes } = settingsOf(event, "sessionMinutes");
    const since = new Date(Date.now() - 60_000 * sessionMinutes);
    const where = {
      run: { eventId: event.id, number: event.currentRun },
      redirectType: { in: TYPES_WITH_NUMBER },
      renewal: 0,
    };
    const [snapshot, active, expired] = await Promise.all([
      readFromLine((redis) => readSnapshot(redis, eventRef(event, context.customer))),
      db().admission.count({ where: { ...where, admittedAt: { gt: since } } }),
      db().admission.findMany({
        where: { ...where, admittedAt: { lte: since } },
        orderBy: { admittedAt: "desc" },
        take: EXPIRED_MAX,
        select: { queueId: true },
      }),
    ]);
    const isCounted = snapshot !== null && snapshot.activeCap !== null;
    return {
      active: isCounted ? snapshot.seatsTaken : active,
      expired: expired.map(({ queueId }) => queueId),
    };
  },
);
