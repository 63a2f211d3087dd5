import { z } from "zod";
import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound } from "@/lib/services/ground/errors";
import { REPORTED_RUN, type ReportedRun } from "./write-report";

/** A run by its id in the database, as addresses of reports have it. */
export const runIdInput = z.strictObject({ runId: z.string().min(1).max(64) });
export type RunIdInput = z.input<typeof runIdInput>;

/** Loads a run of the caller's customer. Throws `not_found` for any other, and for one of a test copy. */
export async function getRunOfCustomer(
  context: ServiceContext,
  runId: string,
): Promise<ReportedRun> {
  const run = await db().run.findFirst({
    where: { id: runId, event: { customerId: context.customer.id, testOf: null } },
    select: REPORTED_RUN,
  });
  if (run === null) throw notFound("run");
  return run;
}
