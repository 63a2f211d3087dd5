import { db } from "@/lib/db/client";
import { MailMayArrive, sendMail } from "@/lib/platform/mail/send-mail";
import { Attempts } from "@/lib/services/ground/attempts";
import { reportMail } from "./inner/report-mail";
import { readStoredReport } from "./inner/stored-report";
import { readRunTotals } from "./run-totals";
import { REPORTED_RUN, type ReportedRun } from "./write-report";

const HOUR_MS = 3_600_000;
/** A mail that cannot be sent for longer says nothing that is new. */
const MAILED_WITHIN_MS = 24 * HOUR_MS;
const RUNS_IN_A_ROUND = 20;
/** How long after each failed try the next one is made; after the last it is given up. */
const RETRY_AFTER_MS = [20_000, 5 * 60_000, ...[1, 6, 6, 6, 4].map((hours) => hours * HOUR_MS)];

/**
 * Mails the report of each run that is over to the members of its customer, unless the customer wants none: once to each, whatever
 * dies meanwhile. What certainly was not sent is tried again some times, for a day. Test copies are not told of.
 */
export async function mailDueReports(now = new Date()): Promise<{ readonly sent: number }> {
  const ids = await dueRuns(now);
  const runs = await db().run.findMany({ where: { id: { in: ids } }, select: REPORTED_RUN });
  const attempts = new Attempts();
  let sent = 0;
  for (const run of runs) {
    for (const person of await untold(run, now)) {
      if (await attempts.try(() => tell(run, person, now))) sent += 1;
    }
  }
  attempts.end((failed) => `${failed} reports could not be mailed.`);
  return { sent };
}

/** The runs of which somebody is to be told now, the newest first. */
async function dueRuns(now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - MAILED_WITHIN_MS);
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT run."id" FROM "Run" AS run
    JOIN "RunReport" AS report ON report."runId" = run."id"
    JOIN "Event" AS event ON event."id" = run."eventId"
    JOIN "Customer" AS customer ON customer."id" = event."customerId"
    WHERE run."endedAt" >= ${since} AND event."testOf" IS NULL AND customer."mailsReports"
      AND EXISTS (
        SELECT 1 FROM "Membership" AS member
        LEFT JOIN "ReportMail" AS mail
          ON mail."runId" = run."id" AND mail."userId" = member."userId"
        WHERE member."customerId" = customer."id"
          AND (mail."userId" IS NULL OR mail."dueAt" <= ${now}))
    ORDER BY run."endedAt" DESC LIMIT ${RUNS_IN_A_ROUND}`;
  return rows.map(({ id }) => id);
}

type Person = Awaited<ReturnType<typeof untold>>[number];

/** Whom a run is to be mailed to now, and what came of the tries before. */
function untold({ id: runId, event }: ReportedRun, now: Date) {
  const isDue = { some: { runId, dueAt: { lte: now } } };
  return db().user.findMany({
    where: {
      memberships: { some: { customer: { wireId: event.customer.wireId } } },
      OR: [{ reportMails: { none: { runId } } }, { reportMails: isDue }],
    },
    select: { id: true, email: true, reportMails: { where: { runId } } },
    orderBy: { id: "asc" },
  });
}

async function tell(run: ReportedRun, person: Person, now: Date): Promise<boolean> {
  const report = await readStoredReport(run.id);
  if (report === null) return false;
  const totals = await readRunTotals(db(), run.id);
  const { id: userId, email } = person;
  const tries = await begin({ runId: run.id, userId }, person.reportMails[0], now);
  if (tries === null) return false;
  try {
    await sendMail({ to: email, ...reportMail(run, report, totals) });
    return true;
  } catch (error) {
    if (error instanceof MailMayArrive) return true;
    const afterMs = RETRY_AFTER_MS[tries - 1];
    const dueAt = afterMs === undefined ? null : new Date(now.getTime() + afterMs);
    await db().reportMail.updateMany({ where: { runId: run.id, userId, tries }, data: { dueAt } });
    throw error;
  }
}

type Mine = { readonly runId: string; readonly userId: string };

/**
 * Notes that an e-mail goes out, and answers which try it is; null where somebody else sends it. From here on it counts as
 * sent: a worker that dies now is followed by nobody.
 */
async function begin(
  mine: Mine,
  before: Person["reportMails"][number] | undefined,
  now: Date,
): Promise<number | null> {
  const data = { tries: (before?.tries ?? 0) + 1, dueAt: null, sentAt: now };
  const { count } =
    before === undefined
      ? await db().reportMail.createMany({ data: [{ ...mine, ...data }], skipDuplicates: true })
      : await db().reportMail.updateMany({
          where: { ...mine, tries: before.tries, dueAt: { lte: now } },
          data,
        });
  return count === 0 ? null : data.tries;
}
