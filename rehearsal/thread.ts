import { parentPort, workerData } from "node:worker_threads";
import type { Task, Told } from "./messages";
import { play } from "./play";

// A program of its own: `start-thread.ts` starts it, so that the worker's own work never waits for a rehearsal.
const tell = (told: Told) => parentPort?.postMessage(told);
// What a worker passes is a task.
await play(workerData as Task, tell);
parentPort?.close();
