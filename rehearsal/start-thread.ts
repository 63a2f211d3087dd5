import { Worker } from "node:worker_threads";
import type { Task, Told } from "./messages";

/** A thread that plays a rehearsal. */
export type PlayingThread = {
  /** Resolves when the thread has ended; rejects when it failed, or needed too much memory. */
  readonly ended: Promise<void>;
  /** Ends it at once. */
  readonly stop: () => Promise<void>;
};

export type StartThread = (task: Task, onTold: (told: Told) => void) => PlayingThread;

const MEGABYTES = 768;

/** Starts a thread beside the program's own, with a bounded memory. It is a file of the build. */
export const startThread: StartThread = (task, onTold) => {
  const thread = new Worker(new URL("./rehearsal-thread.js", import.meta.url), {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  });
  thread.on("message", onTold);
  const ended = new Promise<void>((resolve, reject) => {
    thread.once("error", reject);
    thread.once("exit", () => resolve());
  });
  return {
    ended,
    stop: async () => {
      await thread.terminate();
    },
  };
};
