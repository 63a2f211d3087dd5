import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { STANCHION_PROGRAM } from "./build";
import type { Environment } from "./environment";
import { projectPath } from "./paths";
import type { PortName } from "./ports";
import type { Service, Supervisor } from "./processes";

export const SERVICE_NAMES = ["waiting-room", "worker", "console", "shop", "public-shop"] as const;

export type ServiceName = (typeof SERVICE_NAMES)[number];

interface Description {
  readonly args: readonly string[];
  readonly health: { readonly port: PortName; readonly path: string };
}

const stanchion = (name: string, port: PortName, path: string): Description => {
  return { args: [STANCHION_PROGRAM, name], health: { port, path } };
};

/** As the waiting room runs its processes where it has several: see `keep-processes.ts`. */
const ONE_HELPER = "--v8-pool-size=1";

const demoShop = (file: string, port: PortName): Description => {
  const args = ["--import", "tsx", projectPath("tools/demo-shop", file)];
  return { args, health: { port, path: "/health" } };
};

const DESCRIPTIONS: Readonly<Record<ServiceName, Description>> = {
  "waiting-room": {
    ...stanchion("waiting-room", "waitingRoom", "/health"),
    args: [ONE_HELPER, STANCHION_PROGRAM, "waiting-room"],
  },
  worker: stanchion("worker", "worker", "/health/live"),
  console: stanchion("console", "console", "/api/health"),
  shop: demoShop("server.ts", "shop"),
  "public-shop": demoShop("public-connector-server.ts", "publicShop"),
};

/** The ports that a service listens on. */
export function portsOf(name: ServiceName): PortName[] {
  const { port } = healthOf(name);
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
export function untilAnswers(
  supervisor: Supervisor,
  name: string,
  port: number | undefined,
): Promise<void> {
  return supervisor.waitUntilReady(name, async () =>
    port === undefined ? supervisor.isRunning(name) : answersOk(port, "/health"),
  );
}
