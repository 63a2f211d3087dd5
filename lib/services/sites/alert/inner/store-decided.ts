import type { Tx } from "@/lib/db/client";
import { type Alert, Prisma } from "@/lib/db/generated/client";
import { addNotices } from "./add-notices";
import type { Decided } from "./apply";

/** A later version may have more of them, with defaults. */
const COLUMNS = Prisma.raw(
  Object.values(Prisma.AlertScalarFieldEnum)
    .map((column) => `"${column}"`)
    .join(", "),
);

/** Stores what was decided on alerts, in a few statements however many there are. Of what was never told, nothing stays. */
export async function storeDecided(tx: Tx, { alerts, notices }: Decided): Promise<void> {
  const all = [...alerts.values()];
  const gone = all.filter(isGone).map(({ id }) => id);
  if (gone.length > 0) await tx.$executeRaw`DELETE FROM "Alert" WHERE "id" = ANY(${gone})`;
  const kept = all.filter((alert) => !isGone(alert));
  if (kept.length > 0) await writeAlerts(tx, kept);
  await addNotices(tx, notices);
}

function isGone({ endedAt, firstToldAt }: Alert): boolean {
  return endedAt !== null && firstToldAt === null;
}

async function writeAlerts(tx: Tx, alerts: readonly Alert[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "Alert" (${COLUMNS})
    SELECT ${COLUMNS} FROM jsonb_populate_recordset(NULL::"Alert", ${JSON.stringify(alerts)}::jsonb)
    ON CONFLICT ("id") DO UPDATE SET
      "summary" = excluded."summary", "isOpen" = excluded."isOpen", "isTold" = excluded."isTold",
      "since" = excluded."since", "untold" = excluded."untold", "groupUntil" = excluded."groupUntil",
      "count" = excluded."count", "toldChannelIds" = excluded."toldChannelIds",
      "firstToldAt" = excluded."firstToldAt", "resolvedAt" = excluded."resolvedAt",
      "dueAt" = excluded."dueAt", "endedAt" = excluded."endedAt"`;
}
