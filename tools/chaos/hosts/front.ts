import { get } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "../balancer";
import { repeat } from "../pace";

export type Backend = { readonly host: string; readonly port: number };

const CHECK = { everyMs: 500, timeoutMs: 1_000, failuresUntilDown: 2 } as const;
const DIAL_MS = 1_000;

/**
 * A balancer that probes its servers, as HAProxy and DNS with health checks do. A connection goes to a server of the first group
 * that has one that is well, and to the first group where none is; those to a server that is no longer well are cut.
 */
export async function startFront(groups: readonly (readonly Backend[])[], path: string) {
  const backends = groups.flat().map((address) => newBackend(address));
  const members = groups.map((group) => backends.filter(({ address }) => group.includes(address)));
  const checking = repeat(CHECK.everyMs, async () => {
    await Promise.all(backends.map((backend) => backend.check(path)));
  });
  let turn = 0;
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    client.on("error", () => undefined);
    turn += 1;
    const group = members.find((some) => some.some((one) => one.isWell())) ?? members[0] ?? [];
    const well = group.filter((one) => one.isWell());
    const order = well.length > 0 ? well : group;
    void order[turn % order.length]?.take(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", 4_096, resolve));
  return {
    // The server listens on TCP, so its address is no path.
    port: (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      await checking.end();
      server.close();
      for (const backend of backends) backend.cut();
    },
  };
}

function newBackend(address: Backend) {
  const clients = new Set<Socket>();
  let failures = 0;
  const cut = () => {
    for (const client of clients) client.destroy();
  };
  return {
    address,
    cut,
    isWell: () => failures < CHECK.failuresUntilDown,
    async check(path: string): Promise<void> {
      failures = (await isWell(address, path)) ? 0 : failures + 1;
      if (failures === CHECK.failuresUntilDown) cut();
    },
    async take(client: Socket): Promise<void> {
      clients.add(client);
      client.once("close", () => clients.delete(client));
      const server = await dial(address);
      if (server === null || client.destroyed) client.resetAndDestroy();
      else join(client, server);
    },
  };
}

/** Whether a server answers 200 in a second. */
export function isWell(address: Backend, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(CHECK.timeoutMs);
    const asked = get({ ...address, path, agent: false, signal }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    asked.on("error", () => resolve(false));
  });
}

function dial(address: Backend): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ ...address, allowHalfOpen: true, noDelay: true });
    const late = setTimeout(
      () => socket.destroy(new Error("The server takes no connection.")),
      DIAL_MS,
    );
    socket.once("connect", () => {
      clearTimeout(late);
      resolve(socket);
    });
    socket.on("error", () => {
      clearTimeout(late);
      resolve(null);
    });
  });
}
