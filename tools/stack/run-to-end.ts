import { type ChildProcess, spawn } from "node:child_process";
import type { Environment } from "./environment";
import { projectPath } from "./paths";

export type Outcome = { readonly code: number; readonly output: string };

/** What to run, in the folder of the project unless `directory` says otherwise. */
export interface Task {
  /** Another Node than the one that runs this. */
  readonly program?: string | undefined;
  readonly args: readonly string[];
  readonly env?: Environment;
  readonly directory?: string;
  /** What runs longer is ended. */
  readonly longestMs?: number;
}

const running = new Set<ChildProcess>();

/**
 * Runs Node with these arguments and waits for its end; never throws because of its exit code, but where it takes longer
 * than `longestMs`.
 */
export function runNode(task: Task): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(task.program ?? process.execPath, task.args, {
      cwd: task.directory ?? projectPath(),
      env: { ...process.env, ...task.env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    running.add(child);
    let output = "";
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    const { longestMs } = task;
    const timer =
      longestMs &&
      setTimeout(() => {
        signalGroup(child, "SIGKILL");
        reject(new Error(`it did not end within ${longestMs / 1_000} s`));
      }, longestMs);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Signals a program that leads a process group, with what it has started itself. */
export function signalGroup(child: ChildProcess | undefined, signal: NodeJS.Signals): void {
  try {
    if (child?.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/** Ends every program that `runNode` is still waiting for. */
export function endRunningTasks(): void {
  for (const child of running) signalGroup(child, "SIGKILL");
}
