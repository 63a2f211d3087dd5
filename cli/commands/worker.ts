import { Command } from "commander";
import { env } from "@/lib/platform/env";
import { serving } from "../serving";
import type { Terminal } from "../terminal";

/** `stanchion worker` */
export function workerCommand(terminal: Terminal): Command {
  const command = new Command("worker").description(
    "Runs background jobs. Start as many as you need.",
  );
  return serving(command, terminal, "worker", async () => {
    const { requireMigrated } = await import("@/lib/db/migrate/require-migrated");
    await requireMigrated(env.databaseUrl());
    const { runWorker } = await import("@/workers/run-worker");
    await runWorker();
  });
}
