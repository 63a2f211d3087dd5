import { Worker } from "node:worker_threads";
import type { WorkChallenge } from "@/lib/domain/visitor-api/visitor-api";
import { projectPath } from "../stack/paths";

/** `tries` is how many numbers had to be tried. */
export type Solved = { readonly proof: string; readonly tries: number };

type Waiting = {
  readonly challenge: WorkChallenge;
  readonly resolve: (solved: Solved) => void;
  readonly reject: (error: Error) => void;
};

/** Threads that solve proofs of work, each one at a time; who comes later waits. */
export function startSolvers(threads: number) {
  const waiting: Waiting[] = [];
  const idle: Worker[] = [];
  const working = new Map<Worker, Waiting>();

  function next(): void {
    const one = idle.length === 0 ? undefined : waiting.shift();
    const worker = one === undefined ? undefined : idle.pop();
    if (one === undefined || worker === undefined) return;
    working.set(worker, one);
    worker.postMessage(one.challenge);
  }

  const workers = Array.from({ length: threads }, () => {
    const worker = new Worker(projectPath("tools/crowd/solver-worker.js"), { execArgv: [] });
    worker.on("message", (solved: Solved) => {
      working.get(worker)?.resolve(solved);
      working.delete(worker);
      idle.push(worker);
      next();
    });
    worker.on("error", (error) => working.get(worker)?.reject(error));
    idle.push(worker);
    return worker;
  });

  return {
    solve: (challenge: WorkChallenge) =>
      new Promise<Solved>((resolve, reject) => {
        waiting.push({ challenge, resolve, reject });
        next();
      }),
    async close(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

export type Solvers = ReturnType<typeof startSolvers>;
