import { Command } from "commander";
import type { Terminal } from "../terminal";
import { operating } from "./operate";
import { renderTable } from "./render";

/** `stanchion visitors find TEXT` */
export function visitorsFindCommand(terminal: Terminal): Command {
  const command = new Command("find")
    .description("Finds a visitor by number, code or address of e-mail.")
    .argument("<query>");
  return operating(command, terminal, async (client, query: string) => {
    const answer = await client.searchVisitors({ query });
    const columns = ["eventId", "run", "lane", "number", "code", "isOpen"];
    const found = [...answer.matches, ...answer.blocked];
    return { answer, lines: found.length === 0 ? ["None."] : renderTable(answer.matches, columns) };
  });
}
