import { Command } from "commander";
import type { OperationId } from "@/client/src/create-client";
import type { Terminal } from "../terminal";
import { FIELDS } from "./generated/fields";
import { operationCommand } from "./operation-command";

/** `stanchion call OPERATION --field value`: everything else that the API can do. */
export function callCommand(terminal: Terminal): Command {
  const command: Command = new Command("call")
    .description("Calls any operation of the API. Lists them without one.")
    .argument("[operation]", "such as getEvent")
    .argument("[options...]", "its fields, such as --event-id springsale")
    .passThroughOptions();
  return command.action(async (id: string | undefined, rest: readonly string[]) => {
    if (id === undefined) {
      for (const [name, { summary }] of Object.entries(FIELDS))
        terminal.print(`${name}  ${summary}`);
      return;
    }
    if (!isOperation(id)) command.error(`There is no operation ${id}`);
    const called = operationCommand({ name: id, id }, terminal);
    called.copyInheritedSettings(command);
    called.parent = command;
    await called.parseAsync([...rest], { from: "user" });
  });
}

const isOperation = (id: string): id is OperationId => Object.hasOwn(FIELDS, id);
