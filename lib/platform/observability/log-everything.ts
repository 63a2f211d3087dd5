import { Console } from "node:console";
import { Writable } from "node:stream";
import { inspect } from "node:util";
import { describeError, type Logger } from "./logger";

/**
 * Makes the log the only thing that this process writes: what libraries say through `console` and Node's own
 * warnings become lines of the log, and so does the failure that nobody caught, which ends the process with 1.
 */
export function logEverything(log: Logger): void {
  const streamTo = (write: (line: string) => void) =>
    new Writable({
      decodeStrings: false,
      write(text, _encoding, done) {
        const line = String(text).trimEnd();
        if (line !== "") write(line);
        done();
      },
    });
  const told = new Console({
    stdout: streamTo((line) => log.info(line)),
    stderr: streamTo((line) => log.error(line)),
    inspectOptions: { colors: false },
  });
  for (const name of ["debug", "info", "log", "warn", "error"] as const) {
    const tell = told[name];
    told[name] = (...values: unknown[]) => tell(...values.map(withoutFields));
  }
  globalThis.console = told;
  // The one listener that is there prints them.
  process.removeAllListeners("warning");
  process.on("warning", (error) => log.warn({ error }, "Node warns."));
  process.on("uncaughtException", (error: unknown) => {
    log.error({ error: error instanceof Error ? error : new Error(inspect(error)) }, "Uncaught.");
    process.exit(1);
  });
}

/** An error as its stack and those of its causes: its other fields may have what somebody has sent. */
function withoutFields(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { stack } = describeError(value);
  return value.cause === undefined ? stack : `${stack}\nCause: ${withoutFields(value.cause)}`;
}
