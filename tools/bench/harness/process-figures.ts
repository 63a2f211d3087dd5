import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { Service } from "@/tools/stack/processes";
import { alternate, byName, figuresIn, median } from "./medians";

const STARTS = 9;

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

/** A process, and all that it and its children have started (proc(5)). */
function treeOf(processId: number): number[] {
  const path = `/proc/${processId}/task/${processId}/children`;
  const children = readFileSync(path, "utf8").split(" ").filter(Boolean).map(Number);
  return [processId, ...children.flatMap(treeOf)];
}

type Program = Pick<Service, "command" | "args" | "env">;

type Start = { readonly milliseconds: number; readonly megabytes: number };

/** Starts programs in turn, waits until each says something or ends, and ends it. */
export function timeStarts<Name extends string>(programs: Readonly<Record<Name, Program>>) {
  // The names are those of `programs`.
  const names = Object.keys(programs) as Name[];
  const measurements = byName(names, (name) => () => timeStart(programs[name]));
  return alternate(STARTS, measurements);
}

/** How long a program takes to start, against Node itself, and its memory then. */
export async function startFigures(program: Program) {
  const node = { command: process.execPath, args: ["-e", "0"], env: {} };
  const starts = await timeStarts({ program, node });
  const startMs = median(figuresIn(starts.program, "milliseconds"));
  const startOverNode = startMs / median(figuresIn(starts.node, "milliseconds"));
  const startMegabytes = median(figuresIn(starts.program, "megabytes"));
  return { startMs, startOverNode, startMegabytes };
}

async function timeStart({ command, args, env }: Program): Promise<Start> {
  const startedMs = performance.now();
  const child = spawn(command, args, {
    env: { NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  const milliseconds = performance.now() - startedMs;
  const megabytes = child.exitCode === null ? residentMegabytes(child.pid ?? 0) : 0;
  child.kill("SIGTERM");
  await closed;
  return { milliseconds, megabytes };
}
