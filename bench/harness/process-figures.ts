import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Service } from "@/scripts/stack/processes";

/** Megabytes of memory that a process holds (resident). Linux only. */
export function residentMegabytes(processId: number): number {
  const status = readFileSync(`/proc/${processId}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}

/** What a start cost: until the first line of output (or the end), and the memory then. */
export type Start = { readonly milliseconds: number; readonly megabytes: number };

/** Starts a program, waits until it says something or ends, and ends it. */
export function timeStart({
  command,
  args,
  env,
}: Pick<Service, "command" | "args" | "env">): Promise<Start> {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const child = spawn(command, args, {
      env: { NODE_ENV: "production", ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let start: Start | null = null;
    const note = (megabytes: number) => {
      start ??= { milliseconds: performance.now() - startedMs, megabytes };
    };
    child.stdout.once("data", () => {
      note(residentMegabytes(child.pid ?? 0));
      child.kill("SIGTERM");
    });
    child.once("error", reject);
    child.once("exit", () => note(0));
    child.once("close", () => {
      if (start === null) reject(new Error("A program ended before it started."));
      else resolve(start);
    });
  });
}
