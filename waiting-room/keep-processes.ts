import cluster, { type Worker } from "node:cluster";
import { note } from "./log";

const FIRST_BACK_OFF_MS = 250;
const LONGEST_BACK_OFF_MS = 8_000;
/** A process that has lived this long has started well. */
const SETTLED_MS = 10_000;
const CLOSE_MS = 8_000;
/**
 * There is a process for each core: with more than one helper each (V8 would take four) the collectors of garbage
 * keep cores from the processes beside them. Two processes answer 7 % more so.
 */
const ONE_HELPER = "--v8-pool-size=1";

/**
 * Keeps `count` processes running that share the ports, and replaces one that dies. On SIGTERM or SIGINT each
 * finishes its requests, at SIGTERM after it has gone on for `drainMs`, and this process ends after the last one.
 * When the first ones cannot start, for example because of a wrong setting, this process ends with their exit code and
 * does not try again.
 */
export function keepProcesses(count: number, drainMs: number): void {
  // Each process accepts connections itself. If this process handed them out, one would hang for ever when
  // the process that it is handed to dies, and new connections could only come as fast as this one works.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ execArgv: [...process.execArgv, ONE_HELPER] });
  let isClosing = false;
  let hasListened = false;
  let backOffMs = FIRST_BACK_OFF_MS;

  function start(): void {
    if (isClosing) return;
    const startedAtMs = performance.now();
    const worker = cluster.fork();
    worker.once("listening", noteListening);
    worker.once("exit", (code) => {
      if (isClosing) return endAfterLast();
      if (!hasListened) return fail(code);
      if (performance.now() - startedAtMs > SETTLED_MS) backOffMs = FIRST_BACK_OFF_MS;
      setTimeout(start, backOffMs);
      backOffMs = Math.min(LONGEST_BACK_OFF_MS, backOffMs * 2);
    });
  }

  let listening = 0;
  function noteListening(): void {
    hasListened = true;
    listening += 1;
    if (listening === count) note(`${count} waiting-room processes listen.`);
  }

  function fail(code: number | null): void {
    isClosing = true;
    process.exitCode = code || 1;
    signalAll("SIGKILL");
    endAfterLast();
  }

  function close(signal: NodeJS.Signals): void {
    if (isClosing) return;
    isClosing = true;
    signalAll(signal);
    setTimeout(() => signalAll("SIGKILL"), drainMs + CLOSE_MS).unref();
    endAfterLast();
  }

  process.on("SIGTERM", close);
  process.on("SIGINT", close);
  for (let index = 0; index < count; index += 1) start();
}

function all(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

function signalAll(signal: NodeJS.Signals): void {
  for (const worker of all()) worker.process.kill(signal);
}

function endAfterLast(): void {
  if (all().every((worker) => worker.isDead())) process.exit();
}
