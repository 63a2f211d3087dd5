import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Service } from "@/tools/stack/processes";

/** Megabytes of memory that a process holds (resident). Linux only. */
export function residentMegabytes(processId: number): number {
  const status = readFileSync(`/proc/${processId}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}

/** Seconds of processor time that the threads of a process and its children have used. Linux only. */
export function processorSeconds(processId: number): number {
  return treeOf(processId).reduce((sum, id) => sum + secondsOfThreads(id), 0);
}

/** `/proc/N/stat` knows hundredths of a second only; this counts nanoseconds. */
function secondsOfThreads(processId: number): number {
  const nanoseconds = readdirSync(`/proc/${processId}/task`).map((thread) => {
    const [used] = readFileSync(`/proc/${processId}/task/${thread}/schedstat`, "utf8").split(" ");
    return Number(used);
  });
  return nanoseconds.reduce((sum, used) => sum + used, 0) / 1e9;
}

function treeOf(processId: number): number[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((name) => [Number(name), readParent(name)]));
  const isInTree = (id: number): boolean => {
    if (id === processId) return true;
    const parent = parents.get(id);
    return typeof parent === "number" && isInTree(parent);
  };
  return [...parents.keys()].filter(isInTree);
}

/** Null for a process that has ended meanwhile. */
function readParent(name: string): number | null {
  try {
    // The name of the program stands in brackets and may hold spaces (proc(5)).
    const fields = readFileSync(`/proc/${name}/stat`, "utf8").replace(/^.*\) /s, "");
    return Number(fields.split(" ")[1]);
  } catch {
    return null;
  }
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
