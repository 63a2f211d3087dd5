import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
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

/** Runs Node to its end, whatever its exit code; throws only where that takes longer than `longestMs`. */
export async function runNode(task: Task): Promise<Outcome> {
  const { program = process.execPath, args, env, directory = projectPath(), longestMs } = task;
  const child = spawn(program, args, {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const signal = longestMs === undefined ? undefined : AbortSignal.timeout(longestMs);
  try {
    const [code]: (number | null)[] = await once(child, "close", { ...(signal && { signal }) });
    return { code: code ?? 1, output };
  } catch (error) {
    if (signal?.aborted !== true) throw error;
    signalGroup(child, "SIGKILL");
    throw new Error(`it did not end within ${Number(longestMs) / 1_000} s`);
  } finally {
    running.delete(child);
  }
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
