import { Command } from "commander";
import { installedVersion } from "@/lib/platform/installation";
import { adminCommand } from "./commands/admin";
import { apiCommand } from "./commands/api";
import { checkCommand } from "./commands/check";
import { consoleCommand } from "./commands/console";
import { keysCommand } from "./commands/keys";
import { migrateCommand } from "./commands/migrate";
import { planCapacityCommand } from "./commands/plan-capacity";
import { verifyAuditCommand } from "./commands/verify-audit";
import { verifyDrawCommand } from "./commands/verify-draw";
import { verifyFairnessCommand } from "./commands/verify-fairness";
import { waitingRoomCommand } from "./commands/waiting-room";
import { workerCommand } from "./commands/worker";
import { addOperatorCommands } from "./operators/operator-commands";
import type { Terminal } from "./terminal";

/** Everything that `stanchion` can do, in the order of its help. */
const COMMANDS: readonly ((terminal: Terminal) => Command)[] = [
  migrateCommand,
  consoleCommand,
  apiCommand,
  waitingRoomCommand,
  workerCommand,
  checkCommand,
  planCapacityCommand,
  adminCommand,
  keysCommand,
  verifyAuditCommand,
  verifyDrawCommand,
  verifyFairnessCommand,
];

/** The command line of `stanchion`. What a command needs to do its work is loaded when it is carried out. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command("stanchion")
    .description("Runs and manages a Stanchion installation.")
    .version(installedVersion(), "--version", "show the version");
  program.commandsGroup("Installation:");
  for (const create of COMMANDS) program.addCommand(create(terminal));
  addOperatorCommands(program, terminal);
  return program;
}
