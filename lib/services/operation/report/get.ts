import { db } from "@/lib/db/client";
import { type ChallengeCost, challengeCost } from "@/lib/domain/challenge/challenge-counts";
import type { RunSums } from "@/lib/domain/figures/sums";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { reportPublicKey } from "@/lib/secrets/report-signer";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { getRunOfCustomer, runIdInput } from "./find-run";
import { publishedUrls } from "./inner/published-url";
import { readRunSums } from "./inner/run-sums";
import type { PublishedUrls } from "./publish";
import { type RunTotals, readRunTotals } from "./run-totals";

const ACTS_SHOWN = 200;

/** What somebody did to the event while the run went on. */
export type RunAct = { readonly id: string; readonly at: string; readonly sentence: string };

/** The report of a run, but for what is recomputed from its admissions. Plain data. */
export type RunReportView = {
  readonly runId: string;
  readonly eventId: string;
  readonly eventName: string;
  readonly timeZone: string;
  readonly run: number;
  /** ISO 8601, UTC; the end is null while it goes on. */
  readonly openedAt: string;
  readonly endedAt: string | null;
  readonly totals: RunTotals;
  readonly sums: RunSums;
  readonly challenges: ChallengeCost | null;
  readonly acts: readonly RunAct[];
  readonly hasMoreActs: boolean;
  /** Where everybody reads the fairness report; null while it is not published. */
  readonly published: (PublishedUrls & { readonly at: string; readonly by: string }) | null;
  /** By which published reports are checked. */
  readonly publicKey: string;
};

/** The report of a run, from what is stored by minute and in the audit log. Throws `not_found` for a run of somebody else. */
export const getRunReport = defineVerb(
  "report:read",
  runIdInput,
  async (context, { runId }): Promise<RunReportView> => {
    const run = await getRunOfCustomer(context, runId);
    const [totals, published, acts] = await Promise.all([
      readRunTotals(db(), run.id),
      db().publishedReport.findUnique({ where: { runId: run.id } }),
      db().auditEntry.findMany({
        where: {
          ...{ customerId: context.customer.id, subject: run.event.id },
          at: { gte: run.openedAt, ...(run.endedAt === null ? {} : { lte: laterBy(run.endedAt) }) },
        },
        orderBy: [{ at: "asc" }, { id: "asc" }],
        take: ACTS_SHOWN + 1,
        select: { id: true, at: true, summary: true },
      }),
    ]);
    return {
      ...{ runId: run.id, eventId: run.event.wireId, eventName: run.event.name, run: run.number },
      timeZone: context.customer.timeZone,
      openedAt: run.openedAt.toISOString(),
      endedAt: run.endedAt?.toISOString() ?? null,
      totals,
      sums: await readRunSums(eventRef(run.event, context.customer), run.number, totals),
      challenges: (totals.challenged ?? 0) > 0 ? challengeCost(totals, { atIt: 0 }) : null,
      acts: acts
        .slice(0, ACTS_SHOWN)
        .map(({ id, at, summary }) => ({ id, at: at.toISOString(), sentence: summary })),
      hasMoreActs: acts.length > ACTS_SHOWN,
      published: published && {
        ...publishedUrls(
          { customerId: context.customer.wireId, eventId: run.event.wireId },
          published.id,
        ),
        at: published.publishedAt.toISOString(),
        by: published.publishedBy,
      },
      publicKey: reportPublicKey(masterKeysFromEnvironment()[0]),
    };
  },
);

/** The audit entry of an end is written a moment after it. */
function laterBy(endedAt: Date): Date {
  return new Date(endedAt.getTime() + 5_000);
}
