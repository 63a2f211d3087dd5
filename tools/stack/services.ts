import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { STANCHION_PROGRAM } from "./build";
import type { Environment } from "./environment";
import { projectPath } from "./paths";
import type { PortName } from "./ports";
import type { Service, Supervisor } from "./processes";

const shop = (file: string) => ["--import", "tsx", projectPath("tools/demo-shop", file)];

/** The project's own processes: the arguments of Node, and the port and path at which each says that it is well. */
const SERVICES = {
  // As the waiting room runs its processes where it has several: see `keep-processes.ts`.
  "waiting-room": [
    ["--v8-pool-size=1", STANCHION_PROGRAM, "waiting-room"],
    "waitingRoom",
    "/health",
  ],
  worker: [[STANCHION_PROGRAM, "worker"], "worker", "/health/live"],
  console: [[STANCHION_PROGRAM, "console"], "console", "/api/health"],
  api: [[STANCHION_PROGRAM, "api"], "api", "/health/live"],
  shop: [shop("server.ts"), "shop", "/health"],
  "public-shop": [shop("public-connector-server.ts"), "publicShop", "/health"],
} as const satisfies Record<string, readonly [args: readonly string[], PortName, path: string]>;

export type ServiceName = keyof typeof SERVICES;
/** All but the API's own process: the console answers programs too. */
// An object literal has no other keys.
export const SERVICE_NAMES = (Object.keys(SERVICES) as ServiceName[]).filter(
  (name) => name !== "api",
);

/** The ports that a service listens on. */
export function portsOf(name: ServiceName): PortName[] {
  const { port } = healthOf(name);
  return port === "waitingRoom" ? ["waitingRoom", "waitingRoomTls"] : [port];
}

export function healthOf(name: ServiceName) {
  const [, port, path] = SERVICES[name];
  return { port, path };
}

/** Whether a service is a site behind the waiting room. */
export function isShop(name: ServiceName): boolean {
  return name === "shop" || name === "public-shop";
}

/** How a service is run; shops are stopped before what they call. */
export function describeService(name: ServiceName, env: Environment): Service {
  const [args] = SERVICES[name];
  return { name, command: process.execPath, args, env, tier: isShop(name) ? 3 : 2 };
}

/** Whether a local port answers 200 to a GET. */
export async function answersOk(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const asked = request({ host: "127.0.0.1", port, path, headers, agent: false, timeout: 5_000 });
  asked.on("timeout", () => asked.destroy());
  // Also after the answer has begun.
  asked.on("error", () => undefined).end();
  const answered: Promise<IncomingMessage[]> = once(asked, "response");
  const [response] = await answered.catch(() => []);
  response?.resume();
  return response?.statusCode === 200;
}

/** Waits until a process beside a system answers, or runs where it has no port of its own. */
export function untilAnswers(supervisor: Supervisor, name: string, port: number | undefined) {
  return supervisor.waitUntilReady(name, async () =>
    port === undefined ? supervisor.isRunning(name) : answersOk(port, "/health"),
  );
}
