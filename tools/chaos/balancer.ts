import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A plain TCP balancer: each connection goes to the next server that takes it; what one side closes is closed. */
export async function startBalancer(
  ports: readonly number[],
  begins: "in turn" | "with the first" = "in turn",
) {
  let turn = 0;
  const clients = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    clients.add(client);
    client.once("close", () => clients.delete(client));
    client.on("error", () => undefined);
    if (begins === "in turn") turn += 1;
    const order = ports.map((_port, index) => ports[(turn + index) % ports.length] ?? 0);
    void firstToTake(order).then((taken) => {
      if (taken === null) client.resetAndDestroy();
      else join(client, taken);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", 4_096, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        for (const client of clients) client.destroy();
        server.close(() => resolve());
      }),
  };
}

async function firstToTake(ports: readonly number[]): Promise<Socket | null> {
  for (const port of ports) {
    const server = await dial(port);
    if (server !== null) return server;
  }
  return null;
}

function dial(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, allowHalfOpen: true, noDelay: true });
    socket.once("connect", () => resolve(socket));
    socket.on("error", () => resolve(null));
  });
}

/** What one side says, ends or cuts, the other side hears. */
export function join(client: Socket, server: Socket): void {
  const cut = (one: Socket, other: Socket) => {
    one.on("error", () => other.resetAndDestroy());
    one.once("close", () => other.destroySoon());
    one.pipe(other);
  };
  cut(client, server);
  cut(server, client);
}
