import { type ParseArgsConfig, parseArgs } from "node:util";
import { describeFailure, ExpectedFailure } from "@/lib/platform/expected-failure";
import { closeEverything } from "./processes";

const EXIT_CODES: Partial<Record<NodeJS.Signals, number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
};

/**
 * Runs the body of a command: a signal or a failure first ends everything that was started. An
 * expected failure prints its sentence, a defect its stack; the body returns the exit code.
 */
export function runCommand(body: () => Promise<number>): void {
  let isEnding = false;
  const end = async (code: number): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    await closeEverything();
    process.exit(code);
  };
  for (const [signal, code] of Object.entries(EXIT_CODES)) {
    process.on(signal, () => void end(code));
  }
  body().then(end, (error: unknown) => {
    if (!isEnding) console.error(describeFailure(error));
    return end(1);
  });
}

/** The options of a command line; one sentence for an option that does not exist. */
export function readOptions<Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw new ExpectedFailure(`${reason}; --help lists the options.`);
  }
}
