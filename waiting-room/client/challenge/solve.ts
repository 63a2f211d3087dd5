import type { WorkChallenge } from "@/lib/domain/visitor-api/visitor-api";
import { hashShort, search } from "./search";

/** Numbers that are tried at once where the page itself does the work: it stays usable between. */
const SLICE = 10_000;

/** What a worker is asked to solve. */
export type Task = Pick<WorkChallenge, "seed" | "puzzles" | "target">;

/** A solution under way; `onSolved` hears of each puzzle, `stop` ends it. */
export type Solving = { readonly stop: () => void };
type Heard = {
  /** The number that solves the next puzzle. */
  readonly onSolved: (number: number) => void;
  readonly onFailure: (error: unknown) => void;
};

/** Solves in a worker, which is this same script; in slices on the page where no worker can be had. */
export function solve(scriptUrl: string, task: Task, heard: Heard): Solving {
  let other: Solving | null = null;
  let count = 0;
  try {
    const worker = new Worker(scriptUrl, { type: "module" });
    const onPage = (): void => {
      worker.terminate();
      if (count === 0) other ??= solveInSlices(task, heard);
      else heard.onFailure(new Error("The worker has ended."));
    };
    worker.onmessage = ({ data }: MessageEvent<number>) => {
      count += 1;
      if (count === task.puzzles) worker.terminate();
      heard.onSolved(data);
    };
    worker.onerror = onPage;
    worker.postMessage(task);
    return {
      stop: () => {
        worker.terminate();
        other?.stop();
      },
    };
  } catch {
    return solveInSlices(task, heard);
  }
}

/** The other end, in the worker. */
export function serveSolving(): void {
  addEventListener("message", ({ data }: MessageEvent<Task>) => {
    const seedHash = hashShort(data.seed);
    for (let puzzle = 0; puzzle < data.puzzles; puzzle += 1) {
      postMessage(search({ seedHash, puzzle, target: data.target }, 0, 2 ** 32));
    }
  });
}

function solveInSlices({ seed, puzzles, target }: Task, { onSolved, onFailure }: Heard): Solving {
  let puzzle = 0;
  let from = 0;
  let isStopped = false;
  const goOn = (): void => {
    if (isStopped || puzzle === puzzles) return;
    try {
      const found = search({ seedHash: hashShort(seed), puzzle, target }, from, SLICE);
      from = found < 0 ? from + SLICE : 0;
      if (found >= 0) {
        puzzle += 1;
        onSolved(found);
      }
      setTimeout(goOn);
    } catch (error) {
      onFailure(error);
    }
  };
  setTimeout(goOn);
  return {
    stop: () => {
      isStopped = true;
    },
  };
}
