import { db } from "@/lib/db/client";
import { MailMayArrive, sendMail } from "@/lib/platform/mail/send-mail";
import { reportMail } from "./report-mail";
import { readRunTotals } from "./run-totals";
import { readStoredReport } from "./stored-report";
import { REPORTED_RUN, type ReportedRun } from "./write-report";

/** A mail that cannot be sent for longer says nothing that is new. */
const MAILED_WITHIN_MS = 24 * 3_600_000;
const RUNS_IN_A_ROUND = 20;

/**
 * Mails the report of each run that is over to the members of its customer, unless the customer wants none: once to each, whatever
 * dies meanwhile. What certainly was not sent is tried again with the next round, for a day. Test copies are not told of.
 */
export async function mailDueReports(now = new Date()): Promise<{ readonly sent: number }> {
  const runs = await db().run.findMany({
    where: {
      endedAt: { gte: new Date(now.getTime() - MAILED_WITHIN_MS) },
      report: { isNot: null },
      event: { testOf: null, customer: { mailsReports: true } },
    },
    orderBy: { endedAt: "desc" },
    take: RUNS_IN_A_ROUND,
    select: REPORTED_RUN,
  });
  const failures: unknown[] = [];
  let sent = 0;
  for (const run of runs) {
    for (const person of await untold(run)) {
      const isSent = await tell(run, person).catch((error: unknown) => failures.push(error) < 0);
      if (isSent) sent += 1;
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} reports could not be mailed.`);
  return { sent };
}

type Person = { readonly id: string; readonly email: string };

function untold({ id: runId, event }: ReportedRun): Promise<Person[]> {
  return db().user.findMany({
    where: {
      memberships: { some: { customer: { wireId: event.customer.wireId } } },
      reportMails: { none: { runId } },
    },
    select: { id: true, email: true },
    orderBy: { id: "asc" },
  });
}

async function tell(run: ReportedRun, { id: userId, email }: Person): Promise<boolean> {
  const report = await readStoredReport(run.id);
  if (report === null) return false;
  const totals = await readRunTotals(db(), run.id);
  const mine = { runId: run.id, userId };
  // From here on it counts as sent: a worker that dies now is followed by nobody.
  const { count } = await db().reportMail.createMany({ data: [mine], skipDuplicates: true });
  if (count === 0) return false;
  try {
    await sendMail({ to: email, ...reportMail(run, report, totals) });
    return true;
  } catch (error) {
    if (error instanceof MailMayArrive) return true;
    await db().reportMail.deleteMany({ where: mine });
    throw error;
  }
}
