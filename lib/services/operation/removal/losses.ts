import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { rulesNaming } from "@/lib/services/sites/rule/rules-naming";

/** What is lost with an event, counted; of very many only the database's estimate is known, so admissions are not. */
export type EventLosses = {
  readonly runs: number;
  readonly accessCodes: number;
  readonly staffLinks: number;
  readonly secrets: number;
  readonly drafts: number;
  readonly hasAdmissions: boolean;
  /** Rules that send visitors there; while there are some it cannot be deleted. */
  readonly rules: readonly string[];
};

/** What would be lost if the event were deleted now. */
export const getEventLosses = defineVerb(
  "event:read",
  eventIdInput,
  async (context, { eventId }): Promise<EventLosses> => {
    const event = await getEventOfCustomer(db(), context, eventId);
    const where = { eventId: event.id };
    const [runs, accessCodes, staffLinks, secrets, drafts, hasAdmissions, rules] =
      await Promise.all([
        db().run.count({ where }),
        db().accessCode.count({ where }),
        db().staffLink.count({ where }),
        db().secret.count({ where }),
        db().eventDraft.count({ where }),
        hasAdmission(event.id),
        rulesNaming(db(), context, event),
      ]);
    return {
      runs,
      accessCodes,
      staffLinks,
      secrets,
      drafts,
      hasAdmissions,
      rules,
    };
  },
);

/** By the index of each run: other plans read all admissions of the installation. */
async function hasAdmission(eventId: string): Promise<boolean> {
  const rows = await db().$queryRaw<{ readonly one: number }[]>`
    SELECT 1 AS "one" FROM "Run" AS run CROSS JOIN LATERAL (
      SELECT 1 FROM "Admission" AS admission WHERE admission."runId" = run."id"
      ORDER BY admission."admittedAt" LIMIT 1
    ) AS first
    WHERE run."eventId" = ${eventId} LIMIT 1`;
  return rows.length > 0;
}
