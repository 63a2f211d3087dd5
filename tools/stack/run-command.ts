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

const COMMON = {
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

/**
 * Runs a tool with its own options, `--json` and `--help`, which prints the usage instead. The body
 * returns the exit code.
 */
export function runTool<const Config extends ParseArgsConfig>(
  usage: string | (() => Promise<string>),
  config: Config,
  body: (given: Given<Config>) => Promise<number>,
): void {
  runCommand(async () => {
    const options = Object.assign({}, config.options, COMMON);
    const given = readOptions(Object.assign({}, config, { options }));
    const values: Readonly<Record<string, unknown>> = given.values;
    if (values["help"] !== true) return body(given);
    console.log(typeof usage === "string" ? usage : await usage());
    return 0;
  });
}

type Given<Config extends ParseArgsConfig> = ReturnType<
  typeof readOptions<Config & { options: Config["options"] & typeof COMMON }>
>;

/** Tells how a tool gets on, beside what it answers. */
export const say = (line: string): void => console.error(`• ${line}`);

/** The options of a command line; one sentence for an option that does not exist. */
export function readOptions<Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw new ExpectedFailure(`${reason}; --help lists the options.`);
  }
}
