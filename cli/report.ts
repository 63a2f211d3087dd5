import type { Command } from "commander";
import type { Terminal } from "./terminal";

/** What a command found or did. */
export interface Report {
  /** For people. */
  readonly lines: readonly string[];
  /** For programs: what `--json` prints instead. */
  readonly figures: object;
  /** 0 unless said otherwise; 64 stands for wrong usage everywhere. */
  readonly exitCode?: number;
}

/**
 * Lets a command do its work and tell of it, in words or with `--json`. `work` gets what stands on the
 * command line: its arguments in their order, then its options.
 */
export function reporting<Args extends readonly unknown[]>(
  command: Command,
  terminal: Terminal,
  work: (...args: Args) => Promise<Report>,
): Command {
  return command
    .option("--json", "print one JSON object as the last line")
    .action(async (...args) => {
      const { lines, figures, exitCode = 0 } = await work(...(args as unknown as Args));
      if (command.opts<{ json?: true }>().json) terminal.print(JSON.stringify(figures));
      else for (const line of lines) terminal.print(line);
      terminal.ending = exitCode;
    });
}
