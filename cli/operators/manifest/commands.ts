import { Command } from "commander";
import type { Terminal } from "../../terminal";
import { operating } from "../operate";
import type { ApplyOptions, ExportOptions, PlanOptions } from "./run-manifest";

const FILE = "stanchion.yaml";

/** `stanchion plan` */
export function planCommand(terminal: Terminal): Command {
  const command = withFile(new Command("plan")).description(
    "Shows what would make everything as stanchion.yaml says. Ends with 2 if something is to be done.",
  );
  return operating(command, terminal, async (client, options: PlanOptions) => {
    const { runPlan } = await import("./run-manifest");
    return runPlan(terminal, client, options);
  });
}

/** `stanchion apply` */
export function applyCommand(terminal: Terminal): Command {
  const command = withFile(new Command("apply"))
    .description("Makes everything as stanchion.yaml says, after asking.")
    .option("--yes", "do not ask");
  return operating(command, terminal, async (client, options: ApplyOptions) => {
    const { runApply } = await import("./run-manifest");
    return runApply(terminal, client, options);
  });
}

/** `stanchion export` */
export function exportCommand(terminal: Terminal): Command {
  const command = new Command("export")
    .description("Writes what there is as a stanchion.yaml that changes nothing.")
    .option("-f, --file <file>", "where to; - prints it", FILE)
    .option("--force", "replace a file that is there");
  return operating(command, terminal, async (client, options: ExportOptions) => {
    const { runExport } = await import("./run-manifest");
    return runExport(terminal, client, options);
  });
}

function withFile(command: Command): Command {
  return command
    .option("-f, --file <file>", "the file", FILE)
    .option("--prune", "delete what is not in the file");
}
