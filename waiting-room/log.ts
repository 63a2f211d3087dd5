import { hostname } from "node:os";
import { tellSameOnce } from "@/lib/platform/observability/same-failures";

const LEVELS = { info: 30, error: 50 } as const;

/** The same fields as those of the other programs, which have a library for it. */
function write(
  level: keyof typeof LEVELS,
  msg: string,
  more: Readonly<Record<string, string | number>> = {},
): void {
  const fields = { level: LEVELS[level], time: Date.now(), pid: process.pid, hostname: hostname() };
  process.stdout.write(`${JSON.stringify({ ...fields, name: "waiting-room", ...more, msg })}\n`);
}

/**
 * Logs failures: the same one once in some seconds, with the number of those between, and the ids of the first one's request.
 * Names no visitor.
 */
export function createLogger(): (error: unknown, ids?: Readonly<Record<string, string>>) => void {
  const tell = tellSameOnce();
  return (error, ids = {}) => {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    tell(message, (repeated) =>
      write("error", message, repeated === 0 ? ids : { ...ids, repeated }),
    );
  };
}

/** Logs what is good to know. */
export function note(message: string): void {
  write("info", message);
}
