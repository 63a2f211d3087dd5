import { Command } from "commander";
import { env } from "@/lib/platform/env";
import { serving } from "../serving";
import type { Terminal } from "../terminal";

/** `stanchion api` */
export function apiCommand(terminal: Terminal): Command {
  const command = new Command("api").description(
    "Serves the API alone on API_PORT (3003). The console serves it too.",
  );
  return serving(command, terminal, "api", async () => {
    const { requireMigrated } = await import("@/lib/db/migrate/require-migrated");
    await requireMigrated(env.databaseUrl());
    const { serveApi } = await import("../serve-api");
    await serveApi();
  });
}
