import { type AddressInfo, createServer, type Server } from "node:net";
import { ExpectedFailure } from "@/lib/platform/expected-failure";

const DEFAULTS = {
  console: 3000,
  waitingRoom: 3001,
  waitingRoomTls: 3443,
  shop: 3002,
  publicShop: 3003,
  // On 3002, where it is in production, is the demo's shop.
  worker: 3004,
  api: 3005,
  postgres: 54_330,
  redis: 63_790,
};

export type PortName = keyof typeof DEFAULTS;
export type Ports = Readonly<Record<PortName, number>>;

const NAMES = Object.keys(DEFAULTS).filter((name): name is PortName => name in DEFAULTS);

/** The environment variable that changes a port: `WAITING_ROOM_PORT` for `waitingRoom`. */
function variableOf(name: PortName): string {
  return `${name.replace(/[A-Z]/g, "_$&").toUpperCase()}_PORT`;
}

/** The ports of `npm start`: the defaults, or what the environment says. */
export function readPorts(): Ports {
  const ports = { ...DEFAULTS };
  for (const name of NAMES) {
    const text = process.env[variableOf(name)];
    if (!text) continue;
    const port = Number(text);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new ExpectedFailure(
        `Set ${variableOf(name)} to a port between 1 and 65535; it is "${text}".`,
      );
    ports[name] = port;
  }
  return ports;
}

function tryToListen(port: number, host: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    // A console that is left open in a browser asks on: what it has opened would keep the server from closing.
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(null);
      // A machine without IPv6 has nobody on it either.
      else if (host === "::") resolve(server);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (server.listening) server.close(() => resolve());
    else resolve();
  });
}

/** Whether this machine lets us listen on a port, on every address of it. */
export async function isPortFree(port: number): Promise<boolean> {
  for (const host of ["127.0.0.1", "0.0.0.0", "::"]) {
    const server = await tryToListen(port, host);
    if (server === null) return false;
    await close(server);
  }
  return true;
}

export interface HeldPorts {
  /** Left out: all of them. */
  release(names?: readonly PortName[]): Promise<void>;
}

/**
 * Keeps ports for programs that start later, so that two systems that start at the same moment do not
 * take each other's. Throws the sentence that says which variable to set for the first port that is
 * taken, and then holds none.
 */
export async function holdPorts(ports: Ports, names: readonly PortName[]): Promise<HeldPorts> {
  const held = new Map<PortName, Server>();
  const release = async (released: readonly PortName[] = names): Promise<void> => {
    for (const name of released) {
      const server = held.get(name);
      held.delete(name);
      if (server !== undefined) await close(server);
    }
  };
  for (const name of names) {
    const server = await holdPort(ports[name]);
    if (server !== null) {
      held.set(name, server);
      continue;
    }
    await release();
    throw new ExpectedFailure(
      `Port ${ports[name]} is taken by another program; set ${variableOf(name)} to a free port.`,
    );
  }
  return { release };
}

async function holdPort(port: number): Promise<Server | null> {
  if (!(await isPortFree(port))) return null;
  const server = await tryToListen(port, "::");
  return server === null || server.listening ? server : tryToListen(port, "0.0.0.0");
}

/** Opens a server on a free port; answers the port. */
export async function listen(server: Server, { host = "127.0.0.1", at = 0 } = {}): Promise<number> {
  await new Promise<void>((resolve) => server.listen(at, host, resolve));
  // The server listens on TCP, so its address is no path.
  return (server.address() as AddressInfo).port;
}

/** Ports nobody listens on, for a stack that runs beside others. */
export async function findFreePorts(): Promise<Ports> {
  const ports = { ...DEFAULTS };
  const servers = NAMES.map(async (name) => {
    const server = createServer();
    ports[name] = await listen(server);
    return server;
  });
  for (const server of await Promise.all(servers)) await close(server);
  return ports;
}
