import type { Command } from "commander";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { CommandName } from "@/lib/settings/require-settings";
import type { Terminal } from "./terminal";

/**
 * Lets a command start a server that then runs until SIGTERM or SIGINT. What it needs from the environment
 * is checked first, and everything that is missing is told at once.
 */
export function serving(
  command: Command,
  terminal: Terminal,
  name: CommandName,
  start: () => Promise<void>,
): Command {
  return command.action(async () => {
    const { requireSettings } = await import("@/lib/settings/require-settings");
    requireSettings(name);
    await start().catch(explain);
    terminal.ending = "serving";
  });
}

/** What the system refuses while starting, such as a port that is taken, is told in one sentence. */
function explain(error: unknown): never {
  if (!(error instanceof Error && "syscall" in error)) throw error;
  throw new ExpectedFailure(`It could not start: ${error.message}.`);
}
