import { type RetentionPeriods, retentionPeriods } from "@/lib/domain/retention/periods";
import { env } from "@/lib/platform/env";
import { Attempts } from "@/lib/services/ground/attempts";
import { purgeAudit } from "@/lib/services/installation/audit/purge-audit";
import { type Cutoffs, cutoffsAt, PURGES } from "./inner/purges";

/** Rows of one statement: each takes moments, and nobody waits for its locks. */
const BATCH_ROWS = 5_000;
/** Statements of one purge in a round: half a million rows. What is left comes with the next round. */
const BATCHES_MAX = 100;

export type Purged = Readonly<Record<string, number>>;

/** What this installation has chosen, from its environment. Throws where a value makes no sense. */
export function chosenPeriods(): RetentionPeriods {
  return retentionPeriods({
    admissionsDays: env.retentionAdmissionsDays(),
    addressesHours: env.retentionAddressesHours(),
  });
}

/** Audit entries go by their age only where the installation says so. */
export async function purgeOldAudit(now = new Date()): Promise<number> {
  const days = env.retentionAuditDays();
  return days === 0 ? 0 : purgeAudit(new Date(now.getTime() - days * 24 * 60 * 60_000));
}

/**
 * Removes what is kept about people for longer than it may be, and answers how many rows of each kind. In
 * small statements, each for itself: a round that is killed has done what it did, and the next goes on. What
 * fails does not hold up the rest; the failures are thrown together at the end.
 */
export async function purge(
  periods: RetentionPeriods,
  now = new Date(),
  batch = { rows: BATCH_ROWS, max: BATCHES_MAX },
): Promise<Purged> {
  const cutoffs = cutoffsAt(now, periods);
  const purged: Record<string, number> = {};
  const attempts = new Attempts();
  for (const [name, removeSome] of Object.entries(PURGES)) {
    const removed = await attempts.try(() => removeAll(removeSome, cutoffs, batch));
    if (removed !== undefined) purged[name] = removed;
  }
  attempts.end((failed) => `${failed} purges failed.`);
  return purged;
}

async function removeAll(
  removeSome: (typeof PURGES)[string],
  cutoffs: Cutoffs,
  { rows, max }: { readonly rows: number; readonly max: number },
): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < max; batch += 1) {
    const count = await removeSome(cutoffs, rows);
    removed += count;
    if (count < rows) break;
  }
  return removed;
}
