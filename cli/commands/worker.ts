import { Command } from "commander";
import { serving } from "../serving";
import type { Terminal } from "../terminal";

/** `stanchion worker` */
export function workerCommand(terminal: Terminal): Command {
  const command = new Command("worker").description(
    "Does what happens in the background. Any number of them share the work.",
  );
  return serving(command, terminal, "worker", async () => {
    const { runWorker } = await import("@/workers/run-worker");
    await runWorker();
  });
}
