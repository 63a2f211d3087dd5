import { Command } from "commander";
import { serving } from "../serving";
import type { Terminal } from "../terminal";

/** `stanchion waiting-room` */
export function waitingRoomCommand(terminal: Terminal): Command {
  const command = new Command("waiting-room").description(
    "Serves visitors on WAITING_ROOM_PORT (3001), one process per core.",
  );
  return serving(command, terminal, "waiting-room", async () => {
    const { runWaitingRoom } = await import("@/waiting-room/run-waiting-room");
    await runWaitingRoom();
  });
}
