import type { Command } from "commander";
import type { Report } from "./report";
import type { Terminal } from "./terminal";

/**
 * Carries out work of a service, and tells what it refuses: the sentence on the error output, and with `--json` the
 * code and the message as an object. Such a command ends with 1.
 */
export async function orRefused(
  terminal: Terminal,
  command: Command,
  work: () => Promise<Report>,
): Promise<Report> {
  try {
    return await work();
  } catch (error) {
    const { toPublicError } = await import("@/lib/http/problem");
    const told = toPublicError(error);
    if (told.code === "internal") throw error;
    const { code, message, fields } = told;
    const reasons = Object.entries(fields).filter(([, reason]) => reason !== message);
    if (!command.opts<{ json?: true }>().json) {
      terminal.note(`${message} (${code})`);
      for (const [field, reason] of reasons) terminal.note(`  ${field}: ${reason}`);
    }
    return { lines: [], figures: { error: { code, message, fields } }, exitCode: 1 };
  }
}
