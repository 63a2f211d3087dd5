import { randomBytes } from "node:crypto";
import { db, disconnectDb } from "@/lib/db/client";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { readAuditKey } from "@/lib/services/ground/audit-key";
import { copyDatabase, dropDatabase } from "@/tools/stack/postgres";

/**
 * Copies the migrated database, which nobody writes to, and works on the copy from now on. The process
 * may have run other files: it forgets what it knew of their database. Answers how to drop the copy.
 */
export async function moveToOwnDatabase(template: string): Promise<() => Promise<void>> {
  const own = new URL(template);
  own.pathname = `${own.pathname}_${randomBytes(6).toString("hex")}`;
  await copyDatabase(template, own.href);
  await disconnectDb();
  process.env["TEST_DATABASE_URL"] = own.href;
  process.env["DATABASE_URL"] = own.href;
  await readAuditKey(db());
  // A file may choose another database before it asks for the first time.
  await disconnectDb();
  return async () => {
    await disconnectDb();
    await dropDatabase(template, own.href);
  };
}

/** Lines of other files are those of events that the database does not know. */
export async function emptyRedis(url: string): Promise<void> {
  const redis = connectRedis(url);
  await waitForRedis(redis, 10_000);
  await redis.flushdb();
  redis.disconnect();
}
