import { db } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { type EventData, toColumns, toSettingsInput } from "@/lib/services/ground/setting-columns";

/** The row of an event with its settings under their own names. */
export function withSettings<Row extends Event>(row: Row) {
  return { ...toSettingsInput(row), ...row };
}

/** Writes to the row of an event what no verb would: no version, no audit entry, nothing for the line. */
export async function writeEventRow(id: string, data: EventData): Promise<void> {
  const row = await db().event.findUniqueOrThrow({ where: { id }, select: { settings: true } });
  await db().event.update({ where: { id }, data: toColumns(data, row) });
}
