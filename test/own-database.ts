import { randomBytes } from "node:crypto";
import { afterAll } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import { copyDatabase, dropDatabase } from "@/tools/stack/postgres";

/**
 * Gives the test file that awaits it first a migrated database in which no other file has written, until its tests are
 * over. For what concerns a whole installation: its audit key, its anchors, all of its logs.
 */
export async function giveOwnDatabase(): Promise<void> {
  const template = process.env["TEST_DATABASE_SERVER"];
  if (!template) throw new Error("TEST_DATABASE_SERVER is not set: run the test through vitest.");
  const own = new URL(template);
  own.pathname = `${own.pathname}_${randomBytes(6).toString("hex")}`;
  await copyDatabase(template, own.href);
  process.env["TEST_DATABASE_URL"] = own.href;
  process.env["DATABASE_URL"] = own.href;
  afterAll(async () => {
    await disconnectDb();
    await dropDatabase(template, own.href);
  });
}
