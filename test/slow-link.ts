import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A connection between a client and a server that can be held up, each way for itself. */
export type SlowLink = {
  readonly port: number;
  /** Holds what the client sends, what it gets, or both; no end learns of it, nor that the other has gone. */
  hold(what: { readonly sent?: boolean; readonly received?: boolean }): void;
  close(): void;
};

/** Passes on what comes to a port of its own to `targetPort`, and back. */
export async function startSlowLink(targetPort: number): Promise<SlowLink> {
  let held = { sent: false, received: false };
  const ends: { readonly socket: Socket; readonly way: "sent" | "received" }[] = [];
  const pass = (socket: Socket, to: Socket, way: "sent" | "received") => {
    ends.push({ socket, way });
    socket.on("data", (data) => to.write(data));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (!held[way]) to.destroy();
    });
    if (held[way]) socket.pause();
  };
  const server = createServer((client) => {
    const target = connect(targetPort, "127.0.0.1");
    pass(client, target, "sent");
    pass(target, client, "received");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port is free.");
  return {
    port: address.port,
    hold({ sent = false, received = false }) {
      held = { sent, received };
      for (const { socket, way } of ends) {
        if (held[way]) socket.pause();
        else socket.resume();
      }
    },
    close() {
      server.close();
      for (const { socket } of ends) socket.destroy();
    },
  };
}
