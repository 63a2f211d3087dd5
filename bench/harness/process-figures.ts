import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Service } from "@/scripts/stack/processes";

/** Clock ticks of `/proc` in a second; 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Megabytes of memory that a process holds (resident). Linux only. */
export function residentMegabytes(processId: number): number {
  const status = readFileSync(`/proc/${processId}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}

/** Seconds of processor time that a process and its children have used. Linux only. */
export function processorSeconds(processId: number): number {
  return treeOf(processId).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND;
}

type Entry = { readonly id: number; readonly parent: number; readonly ticks: number };

function treeOf(processId: number): Entry[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const entries = all.flatMap((name) => readEntry(Number(name)) ?? []);
  const isInTree = (entry: Entry): boolean => {
    if (entry.id === processId) return true;
    const parent = entries.find(({ id }) => id === entry.parent);
    return parent !== undefined && isInTree(parent);
  };
  return entries.filter(isInTree);
}

function readEntry(id: number): Entry | null {
  try {
    // The name of the program stands in brackets and may hold spaces (proc(5)).
    const fields = readFileSync(`/proc/${id}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return { id, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
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
