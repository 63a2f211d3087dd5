import { Command } from "commander";
import type { InstallationReport } from "../installation/check-installation";
import { type Report, reporting } from "../report";
import type { Terminal } from "../terminal";

/** `stanchion check` */
export function checkCommand(terminal: Terminal): Command {
  const command = new Command("check")
    .description("Checks the installation and tells you how to fix each problem.")
    .option("--settings-file <file>", "settings file whose permissions are also checked")
    .addHelpText(
      "after",
      `
Run it with the same environment as the programs. Read-only. Exit code: 0 no errors (there may be warnings), 1 errors.
docs/check.md lists every code.`,
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
  const left = notChecked.map(({ area, because }) => `? Not checked: ${area}. ${because}`);
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const unseen = notChecked.length === 0 ? "" : `, ${notChecked.length} areas not checked`;
  const verdict = ok ? "No errors" : `${errors} errors${unseen}`;
  return [...told, ...left, `${verdict}, ${warnings} warnings; checked ${checked.join(", ")}.`];
}
