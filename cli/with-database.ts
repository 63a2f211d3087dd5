import { env } from "@/lib/platform/env";
import type { CommandName } from "@/lib/settings/require-settings";

/** Carries out work that uses the database as this version makes it, and closes its connections, so that the process can end. */
export async function withDatabase<Result>(
  name: CommandName,
  work: () => Promise<Result>,
): Promise<Result> {
  const { requireSettings } = await import("@/lib/settings/require-settings");
  requireSettings(name);
  const { requireMigrated } = await import("@/lib/db/migrate/require-migrated");
  await requireMigrated(env.databaseUrl());
  const { disconnectDb } = await import("@/lib/db/client");
  try {
    return await work();
  } finally {
    await disconnectDb();
  }
}
