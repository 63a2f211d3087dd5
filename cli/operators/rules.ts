import { Command } from "commander";
import type { Terminal } from "../terminal";
import { operating } from "./operate";
import { coloured, withoutControls } from "./render";

const SIGNS = { added: "+", removed: "-", changed: "~", moved: "↕" } as const;
const COLOURS = { added: "green", removed: "red", changed: "yellow", moved: "dim" } as const;

/** `stanchion rules diff`: what publishing would change. */
export function rulesDiffCommand(terminal: Terminal): Command {
  const command = new Command("diff").description("Shows what publishing would change.");
  return operating(command, terminal, async (client) => {
    const answer = await client.getUnpublishedChanges();
    const lines = answer.differences.flatMap(({ kind, name, fields }) => [
      coloured(withoutControls(`${SIGNS[kind]} ${name}`), COLOURS[kind]),
      ...fields.map(({ label, before, after }) =>
        withoutControls(`    ${label}: ${before ?? "–"} → ${after ?? "–"}`),
      ),
    ]);
    return { answer, lines: lines.length === 0 ? ["Nothing to publish."] : lines };
  });
}
