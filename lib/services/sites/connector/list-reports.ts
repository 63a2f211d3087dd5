import { db } from "@/lib/db/client";
import { readReportTotals } from "@/lib/line/commands/redemptions";
import { EVENT_REF, eventRef } from "@/lib/services/event/settings/event-ref";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { sharedReads } from "@/lib/services/ground/shared-reads";

/** What connectors have reported of one event. */
export type EventReports = {
  readonly eventId: string;
  readonly name: string;
  /** Visitors who came in with a token of their own. */
  readonly used: number;
  /** Uses of a token that had been used elsewhere. */
  readonly refused: number;
  /** Visitors who were let through because a connector had no rules. */
  readonly failOpen: number;
  readonly reportedAt: string;
};

const KEPT_MS = 10_000;
/** Of so many customers at once. */
const HELD_MAX = 100;

type HeldReports = { readonly customerId: string; readonly reports: readonly EventReports[] };

const reads = sharedReads<HeldReports>("connector-reports", {
  keptMs: KEPT_MS,
  heldMax: HELD_MAX,
  tagsOf: ({ customerId }) => [customerId],
});

/**
 * What connectors have reported since Redis was set up, by event, at most ten seconds old. Events without reports
 * are left out. Throws `unavailable` while Redis is away.
 */
export const listReports = defineVerb(
  "publication:read",
  noInput,
  async (context): Promise<readonly EventReports[]> => {
    const { id: customerId } = context.customer;
    const read = async () => ({ customerId, reports: await readReports(context) });
    return (await reads.get(customerId, read)).reports;
  },
);

async function readReports(context: ServiceContext): Promise<readonly EventReports[]> {
  const events = await db().event.findMany({
    where: { customerId: context.customer.id, testOf: null },
    select: { ...EVENT_REF, name: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const totals = await readFromLine((redis) =>
    Promise.all(events.map((event) => readReportTotals(redis, eventRef(event, context.customer)))),
  );
  return events.flatMap(({ wireId, name }, index) => {
    const { reportedAtMs = null, used = 0, refused = 0, failOpen = 0 } = totals[index] ?? {};
    if (reportedAtMs === null) return [];
    const reportedAt = new Date(reportedAtMs).toISOString();
    return [{ eventId: wireId, name, used, refused, failOpen, reportedAt }];
  });
}
