import { hostname } from "node:os";

const SAME_MESSAGE_MS = 5_000;
const LEVELS = { info: 30, error: 50 } as const;

/** The same fields as those of the other programs, which have a library for it. */
function write(level: keyof typeof LEVELS, msg: string): void {
  const fields = { level: LEVELS[level], time: Date.now(), pid: process.pid, hostname: hostname() };
  process.stdout.write(`${JSON.stringify({ ...fields, name: "waiting-room", msg })}\n`);
}

/** Logs failures, each message at most every five seconds. Names no visitor. */
export function createLogger(): (error: unknown) => void {
  const loggedAtMs = new Map<string, number>();
  return (error) => {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const nowMs = performance.now();
    if (nowMs - (loggedAtMs.get(message) ?? Number.NEGATIVE_INFINITY) < SAME_MESSAGE_MS) return;
    if (loggedAtMs.size > 100) loggedAtMs.clear();
    loggedAtMs.set(message, nowMs);
    write("error", message);
  };
}

/** Logs what is good to know. */
export function note(message: string): void {
  write("info", message);
}
