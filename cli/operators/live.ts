import { Command } from "commander";
import type { Terminal } from "../terminal";
import { operating } from "./operate";

/** `stanchion live EVENT`: the live page on one screen, until q. */
export function liveCommand(terminal: Terminal): Command {
  const command = new Command("live")
    .description("Shows an event live, with keys for outflow, pause and message.")
    .argument("<event>");
  return operating(command, terminal, async (client, eventId: string) => {
    const { json } = command.opts<{ json?: true }>();
    if (json === true || !process.stdout.isTTY || !process.stdin.isTTY) {
      const answer = await client.getLiveFigures({ eventId });
      const { renderLive } = await import("./render-live");
      return { answer, lines: renderLive(answer, { columns: 80, notice: "" }) };
    }
    const { runLiveScreen } = await import("./live-screen");
    await runLiveScreen(client, eventId);
    return { answer: {}, lines: [] };
  });
}
