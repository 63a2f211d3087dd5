import { request } from "node:http";
import { STANCHION_PROGRAM } from "./build";
import type { Environment } from "./environment";
import { projectPath } from "./paths";
import type { PortName } from "./ports";
import type { Service } from "./processes";

export const SERVICE_NAMES = ["waiting-room", "worker", "console", "shop", "public-shop"] as const;

/** One of the project's own processes. */
export type ServiceName = (typeof SERVICE_NAMES)[number];

interface Description {
  readonly args: readonly string[];
  /** Where it says that it is well. */
  readonly health?: { readonly port: PortName; readonly path: string };
}

const TYPESCRIPT = ["--import", "tsx"];

const DESCRIPTIONS: Readonly<Record<ServiceName, Description>> = {
  "waiting-room": {
    args: [STANCHION_PROGRAM, "waiting-room"],
    health: { port: "waitingRoom", path: "/health" },
  },
  worker: {
    args: [STANCHION_PROGRAM, "worker"],
    health: { port: "worker", path: "/health/live" },
  },
  console: {
    args: [STANCHION_PROGRAM, "console"],
    health: { port: "console", path: "/api/health" },
  },
  shop: {
    args: [...TYPESCRIPT, projectPath("tools/demo-shop/server.ts")],
    health: { port: "shop", path: "/health" },
  },
  "public-shop": {
    args: [...TYPESCRIPT, projectPath("tools/demo-shop/public-connector-server.ts")],
    health: { port: "publicShop", path: "/health" },
  },
};

/** The ports that a service listens on. */
export function portsOf(name: ServiceName): PortName[] {
  const port = DESCRIPTIONS[name].health?.port;
  if (port === undefined) return [];
  return port === "waitingRoom" ? ["waitingRoom", "waitingRoomTls"] : [port];
}

export function healthOf(name: ServiceName): Description["health"] {
  return DESCRIPTIONS[name].health;
}

/** Whether a service is a site behind the waiting room. */
export function isShop(name: ServiceName): boolean {
  return name === "shop" || name === "public-shop";
}

/** How a service is run; shops are stopped before what they call. */
export function describeService(name: ServiceName, env: Environment): Service {
  const { args } = DESCRIPTIONS[name];
  return {
    name,
    command: process.execPath,
    args,
    env,
    tier: isShop(name) ? 3 : 2,
  };
}

/** Whether a local port answers 200 to a GET. */
export function answersOk(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const target = { host: "127.0.0.1", port, path, headers, timeout: 5_000 };
    const ask = request(target, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode === 200));
      response.once("error", () => resolve(false));
    });
    ask.once("timeout", () => ask.destroy());
    ask.once("error", () => resolve(false));
    ask.end();
  });
}
