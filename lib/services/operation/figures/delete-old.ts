import { db } from "@/lib/db/client";

const HOUR_MS = 3_600_000;
/** Rows in one statement. */
const AT_ONCE = 5_000;

/**
 * Deletes the figures of hours that were over before a moment, of all customers, in statements of a bounded size.
 * Answers how many rows it deleted. It may be repeated, interrupted, and run several times at once.
 */
export async function deleteFiguresBefore(before: Date): Promise<number> {
  const hour = Math.floor(before.getTime() / HOUR_MS);
  for (let deleted = 0; ; ) {
    const count = await db().$executeRaw`
      DELETE FROM "HourFigure" WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM "HourFigure" WHERE "hour" < ${hour} LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
      ))`;
    deleted += count;
    if (count < AT_ONCE) return deleted;
  }
}
