import cluster, { type Worker } from "node:cluster";

const FIRST_BACK_OFF_MS = 250;
const LONGEST_BACK_OFF_MS = 8_000;
/** A process that lived this long had started well. */
const SETTLED_MS = 10_000;
const CLOSE_MS = 8_000;

/**
 * Keeps so many processes that share the ports, until SIGTERM or SIGINT: then each finishes what it
 * has, and this process ends after the last one. One that dies is replaced. When the first ones cannot
 * start (a setting is wrong), nothing is tried again and this process ends with their code.
 */
export function keepProcesses(count: number): void {
  // Each process accepts by itself. Handed out from here, a connection would hang for ever when the
  // process that it was on its way to dies, and this process would be the limit of new ones.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
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
    if (listening === count) process.stdout.write(`${count} waiting-room processes listen.\n`);
  }

  function fail(code: number | null): void {
    isClosing = true;
    process.exitCode = code || 1;
    signalAll("SIGKILL");
    endAfterLast();
  }

  function close(): void {
    if (isClosing) return;
    isClosing = true;
    signalAll("SIGTERM");
    setTimeout(() => signalAll("SIGKILL"), CLOSE_MS).unref();
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
