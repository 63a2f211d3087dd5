import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { get } from "node:http";
import { buildServers } from "@/tools/stack/build";
import type { Environment } from "@/tools/stack/environment";
import { describeService } from "@/tools/stack/services";

/** What a program answered; a status of 0: nothing. */
export type Probe = { readonly status: number; readonly body: string };

/** A built program in a process of its own, as it is run in production. */
export type RunningProgram = {
  readonly port: number;
  readonly child: ChildProcess;
  /** What it has written so far. */
  readonly output: () => string;
  readonly probe: (path: string) => Promise<Probe>;
  /** The codes that `/health/ready` names, behind its status. */
  readonly ready: () => Promise<readonly (string | number)[]>;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
};

const SECRETS = {
  // The Redis of the tests is marked with it.
  MASTER_KEY: process.env["MASTER_KEY"] ?? randomBytes(32).toString("base64url"),
  NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
  CONSOLE_URL: "http://console.localhost:3000",
  WAITING_ROOM_URL: "http://room.localhost:3001",
  QUEUE_DOMAIN: "room.localhost:3443",
  WAITING_ROOM_PROCESSES: "1",
  DRAIN_SECONDS: "0",
};

/** Starts a program with nothing in its environment but what it needs; `port` is where it is probed. */
export async function runProgram(
  name: "waiting-room" | "worker",
  port: number,
  environment: Environment,
): Promise<RunningProgram> {
  await buildServers();
  const { command, args } = describeService(name, {});
  const own = name === "worker" ? "WORKER_PORT" : "WAITING_ROOM_PORT";
  const child = spawn(command, args, {
    env: { NODE_ENV: "production", ...SECRETS, [own]: `${port}`, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => written.push(String(chunk)));
  const probe = (path: string) => askPort(port, path);
  return {
    port,
    child,
    probe,
    output: () => written.join(""),
    async ready() {
      const { status, body } = await probe("/health/ready");
      if (status === 0) return [0];
      const { findings }: { findings: { code: string }[] } = JSON.parse(body);
      return [status, ...findings.map(({ code }) => code)];
    },
    ended: new Promise((resolve) => child.once("exit", resolve)),
  };
}

/** Asks over a connection of its own, as a balancer does. */
export function askPort(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Probe> {
  return new Promise((resolve) => {
    const options = { port, host: "127.0.0.1", path, headers, agent: false, timeout: 2_000 };
    const sent = get(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", () => resolve({ status: 0, body: "" }));
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      );
    });
    sent.once("timeout", () => sent.destroy());
    sent.once("error", () => resolve({ status: 0, body: "" }));
  });
}
