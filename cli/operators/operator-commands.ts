import { Command } from "commander";
import type { Terminal } from "../terminal";
import { auditTailCommand, auditVerifyCommand } from "./audit";
import { deployCommand } from "./beekeeper/deploy";
import { initCommand } from "./beekeeper/init";
import { destroyCommand, offCommand, onCommand } from "./beekeeper/switch";
import { callCommand } from "./call";
import { completeWordsCommand, completionCommand } from "./completion";
import { drawVerifyCommand } from "./draw/verify";
import { importAkamaiCommand } from "./import/akamai";
import { importCloudflareCommand } from "./import/cloudflare";
import { importQueueItCommand } from "./import/queueit";
import { liveCommand } from "./live";
import { loginCommand, logoutCommand } from "./login";
import { applyCommand, exportCommand, planCommand } from "./manifest/commands";
import { mcpCommand } from "./mcp";
import { messageCommand } from "./message";
import { operationCommand, type Spec } from "./operation-command";
import { rulesDiffCommand, rulesExportCommand, rulesPushCommand } from "./rules";
import {
  CODE_COMMANDS,
  EVENT_COMMANDS,
  REHEARSAL_COMMANDS,
  RULE_COMMANDS,
  SECRET_COMMANDS,
  SINGLE_COMMANDS,
  VISITOR_COMMANDS,
} from "./specs";
import { visitorsFindCommand } from "./visitors";

type Create = (terminal: Terminal) => Command;

/** Adds everything that operators do from a terminal, all of it through the API. */
export function addOperatorCommands(program: Command, terminal: Terminal): void {
  const group = (
    name: string,
    what: string,
    specs: readonly Spec[],
    own: readonly Create[] = [],
  ) => {
    const command = new Command(name).description(what);
    for (const spec of specs) command.addCommand(operationCommand(spec, terminal));
    for (const create of own) command.addCommand(create(terminal));
    return command;
  };
  const commands = [
    loginCommand(terminal),
    logoutCommand(terminal),
    group("events", "Events and their settings.", EVENT_COMMANDS),
    ...SINGLE_COMMANDS.map((spec) => operationCommand(spec, terminal)),
    messageCommand(terminal),
    liveCommand(terminal),
    group("codes", "Access codes of an event.", CODE_COMMANDS),
    group("rules", "Which pages go through which event.", RULE_COMMANDS, [
      rulesDiffCommand,
      rulesPushCommand,
      rulesExportCommand,
    ]),
    group(
      "import",
      "What other waiting rooms had.",
      [],
      [importCloudflareCommand, importQueueItCommand, importAkamaiCommand],
    ),
    group("rehearse", "Rehearsals with invented visitors.", REHEARSAL_COMMANDS),
    group("secrets", "Secrets of connectors.", SECRET_COMMANDS),
    group("visitors", "Places of visitors.", VISITOR_COMMANDS, [visitorsFindCommand]),
    group("draw", "Random order that outsiders can verify.", [], [drawVerifyCommand]),
    group("audit", "The audit log.", [], [auditTailCommand, auditVerifyCommand]),
    planCommand(terminal),
    applyCommand(terminal),
    exportCommand(terminal),
    initCommand(terminal),
    deployCommand(terminal),
    offCommand(terminal),
    onCommand(terminal),
    destroyCommand(terminal),
    callCommand(terminal),
    mcpCommand(terminal),
    completionCommand(terminal),
  ];
  program.enablePositionalOptions().commandsGroup("Operators, through the API:");
  for (const command of commands) program.addCommand(command);
  program.addCommand(completeWordsCommand(terminal), { hidden: true });
}
