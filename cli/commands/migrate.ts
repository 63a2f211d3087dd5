import { Command } from "commander";
import { env } from "@/lib/platform/env";
import { reporting } from "../report";
import type { Terminal } from "../terminal";

/** `stanchion migrate` */
export function migrateCommand(terminal: Terminal): Command {
  const command = new Command("migrate")
    .description("Migrates the database to this version. Safe to run again.")
    .addHelpText(
      "after",
      "\nRequires DATABASE_URL. Programs of the previous version keep running.",
    );
  return reporting(command, terminal, async () => {
    const { requireSettings } = await import("@/lib/settings/require-settings");
    requireSettings("migrate");
    const { migrateDatabase } = await import("@/lib/db/migrate/migrate");
    const applied = await migrateDatabase(env.databaseUrl(), undefined, {
      onWait: terminal.note,
    });
    const lines = applied.map((name) => `Applied ${name}.`);
    return {
      lines: lines.length > 0 ? lines : ["The database is up to date."],
      figures: { applied },
    };
  });
}
