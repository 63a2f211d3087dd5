import { Command } from "commander";
import { env } from "@/lib/platform/env";
import { serving } from "../serving";
import type { Terminal } from "../terminal";

/** `stanchion console` */
export function consoleCommand(terminal: Terminal): Command {
  const command = new Command("console").description("Serves the console on CONSOLE_PORT (3000).");
  return serving(command, terminal, "console", async () => {
    const { requireMigrated } = await import("@/lib/db/migrate/require-migrated");
    await requireMigrated(env.databaseUrl());
    const { serveConsole } = await import("../serve-console");
    await serveConsole();
  });
}
