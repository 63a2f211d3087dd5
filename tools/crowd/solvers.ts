import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { WorkChallenge } from "@/lib/domain/visitor-api/visitor-api";
import type { Asked } from "@/rehearsal/crowd/prove";
import { projectPath } from "../stack/paths";

export type Solved = { readonly proof: string; readonly tries: number };

/** Threads that solve proofs of work, each one at a time; who comes later waits. */
export function startSolvers(threads: number) {
  const workers = Array.from({ length: threads }, () => {
    return new Worker(projectPath("tools/crowd/solver-worker.js"), { execArgv: [] });
  });
  const idle = [...workers];
  const waiting: ((worker: Worker) => void)[] = [];
  return {
    async solve(challenge: WorkChallenge): Promise<Solved> {
      const worker = idle.pop() ?? (await new Promise<Worker>((resolve) => waiting.push(resolve)));
      try {
        worker.postMessage(challenge);
        const [solved] = await once(worker, "message");
        return solved;
      } finally {
        const next = waiting.shift() ?? idle.push.bind(idle);
        next(worker);
      }
    },
    async close(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

export type Solvers = ReturnType<typeof startSolvers>;

/** Proves as people do whose CAPTCHA vendor is away: some solved one before, others cannot load it; work is done. */
export function proveWithoutVendor(solve: (challenge: WorkChallenge) => Promise<string>) {
  let asked = 0;
  return async (challenge: Asked): Promise<string> => {
    if (challenge.kind === "work") return solve(challenge);
    asked += 1;
    return asked % 2 === 0 ? "captcha.unloaded" : `captcha.${challenge.seed}.solved-before`;
  };
}
