import { createServer, type Server } from "node:net";
import { ExpectedFailure } from "@/lib/platform/expected-failure";

const DEFAULTS = {
  console: ["CONSOLE_PORT", 3000],
  waitingRoom: ["WAITING_ROOM_PORT", 3001],
  waitingRoomTls: ["WAITING_ROOM_TLS_PORT", 3443],
  shop: ["SHOP_PORT", 3002],
  publicShop: ["PUBLIC_SHOP_PORT", 3003],
  // On 3002, where it is in production, is the demo's shop.
  worker: ["WORKER_PORT", 3004],
  postgres: ["POSTGRES_PORT", 54_330],
  redis: ["REDIS_PORT", 63_790],
} as const;

export type PortName = keyof typeof DEFAULTS;
export type Ports = Readonly<Record<PortName, number>>;

const NAMES = Object.keys(DEFAULTS).filter((name): name is PortName => name in DEFAULTS);

function toPorts(portOf: (name: PortName, index: number) => number): Ports {
  const ports = {
    console: 0,
    waitingRoom: 0,
    waitingRoomTls: 0,
    shop: 0,
    publicShop: 0,
    worker: 0,
  };
  const all: Record<PortName, number> = { ...ports, postgres: 0, redis: 0 };
  NAMES.forEach((name, index) => {
    all[name] = portOf(name, index);
  });
  return all;
}

/** The environment variable that changes a port. */
export function portVariable(name: PortName): string {
  return DEFAULTS[name][0];
}

/** The ports of `npm start`: the defaults, or what the environment says. */
export function readPorts(): Ports {
  return toPorts((name) => {
    const [variable, fallback] = DEFAULTS[name];
    const text = process.env[variable];
    if (text === undefined || text === "") return fallback;
    const port = Number(text);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new ExpectedFailure(`Set ${variable} to a port between 1 and 65535; it is "${text}".`);
    }
    return port;
  });
}

function listen(port: number, host: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
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
    const server = await listen(port, host);
    if (server === null) return false;
    await close(server);
  }
  return true;
}

/** Ports that nobody else gets until they are released to the program that is to listen there. */
export interface HeldPorts {
  release(names: readonly PortName[]): Promise<void>;
  releaseAll(): Promise<void>;
}

/**
 * Keeps ports for programs that start later, so that two systems that start at the same moment do not
 * take each other's. Throws the sentence that says which variable to set for the first port that is
 * taken, and then holds none.
 */
export async function holdPorts(ports: Ports, names: readonly PortName[]): Promise<HeldPorts> {
  const held = new Map<PortName, Server>();
  const release = async (released: readonly PortName[]): Promise<void> => {
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
    await release(names);
    throw new ExpectedFailure(
      `Port ${ports[name]} is taken by another program; set ${portVariable(name)} to a free port.`,
    );
  }
  return { release, releaseAll: () => release(names) };
}

async function holdPort(port: number): Promise<Server | null> {
  if (!(await isPortFree(port))) return null;
  const server = await listen(port, "::");
  return server === null || server.listening ? server : listen(port, "0.0.0.0");
}

/** Ports nobody listens on, for a stack that runs beside others. */
export async function findFreePorts(): Promise<Ports> {
  const servers = await Promise.all(NAMES.map(() => listen(0, "127.0.0.1")));
  const numbers = servers.map((server) => {
    const address = server?.address();
    if (address === null || typeof address !== "object") throw new Error("No port is free.");
    return address.port;
  });
  for (const server of servers) if (server !== null) await close(server);
  return toPorts((_name, index) => numbers[index] ?? 0);
}
