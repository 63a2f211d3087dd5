import { Console } from "node:console";
import { Writable } from "node:stream";
import { inspect } from "node:util";
import type { Logger } from "./logger";

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
  globalThis.console = new Console({
    stdout: streamTo((line) => log.info(line)),
    stderr: streamTo((line) => log.error(line)),
    inspectOptions: { colors: false },
  });
  // The one listener that is there prints them.
  process.removeAllListeners("warning");
  process.on("warning", (error) => log.warn({ error }, "Node warns."));
  process.on("uncaughtException", (error: unknown) => {
    log.error({ error: error instanceof Error ? error : new Error(inspect(error)) }, "Uncaught.");
    process.exit(1);
  });
}
