import { Command } from "commander";
import type { InstallationReport } from "../installation/check-installation";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";

/** `stanchion check` */
export function checkCommand(terminal: Terminal): Command {
  const command = new Command("check")
    .description("Looks at the whole installation, and says what to do about each finding.")
    .option(
      "--settings-file <file>",
      "the file with the settings, whose permissions are looked at, too",
    )
    .addHelpText(
      "after",
      `
Wants the environment of the programs. Changes nothing. Ends with 0 without errors, else with 1; there may be
warnings. docs/check.md has every code.`,
    );
  return reporting(
    command,
    terminal,
    async ({ settingsFile }: { settingsFile?: string }): Promise<Report> => {
      const { checkInstallation } = await import("../installation/check-installation");
      const report = await checkInstallation({ settingsFile });
      return { lines: inWords(report), figures: report, exitCode: report.ok ? 0 : 1 };
    },
  );
}

function inWords({ ok, findings, checked, notChecked }: InstallationReport): string[] {
  const told = findings.flatMap(({ code, severity, what, todo }) => [
    `${severity === "error" ? "✗" : "!"} ${what} [${code}]`,
    `  → ${todo}`,
  ]);
  const left = notChecked.map(({ area, because }) => `? Not looked at: ${area}. ${because}`);
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const unseen = notChecked.length === 0 ? "" : `, ${notChecked.length} areas not looked at`;
  const verdict = ok ? "No errors" : `${errors} errors${unseen}`;
  return [...told, ...left, `${verdict}, ${warnings} warnings; looked at ${checked.join(", ")}.`];
}
