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
  for (const [signal, code] of Object.entries(EXIT_CODES)) process.on(signal, () => void end(code));
  body().then(end, (error: unknown) => {
    if (!isEnding) console.error(describeFailure(error));
    return end(1);
  });
}

const HELP = { help: { type: "boolean", short: "h", default: false } } as const;
const TOLD = { json: { type: "boolean", default: false } } as const;

type Read<Config extends ParseArgsConfig, More> = ReturnType<
  typeof readOptions<Config & { options: Config["options"] & More }>
>;

/** Runs a command with its own options and `--help`, which prints the usage instead. The body returns the exit code. */
export function runHelpful<const Config extends ParseArgsConfig>(
  usage: string | (() => Promise<string>),
  config: Config,
  body: (given: Read<Config, typeof HELP>) => Promise<number>,
): void {
  runCommand(async () => {
    const options = Object.assign({}, config.options, HELP);
    const given = readOptions(Object.assign({}, config, { options }));
    const values: Readonly<Record<string, unknown>> = given.values;
    if (values["help"] !== true) return body(given);
    console.log(typeof usage === "string" ? usage : await usage());
    return 0;
  });
}

/** The same with `--json`. */
export function runTool<const Config extends ParseArgsConfig>(
  usage: string | (() => Promise<string>),
  config: Config,
  body: (given: Read<Config, typeof TOLD & typeof HELP>) => Promise<number>,
): void {
  const options = Object.assign({}, config.options, TOLD);
  runHelpful(usage, Object.assign({}, config, { options }), body);
}

/** Tells how a tool gets on, beside what it answers. */
export const say = (line: string): void => console.error(`• ${line}`);

/** The options of a command line; one sentence for an option that does not exist. */
function readOptions<Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw new ExpectedFailure(`${reason}; --help lists the options.`);
  }
}

/** Those that a list such as `a,b` names, undefined for all; one sentence, which ends with what is told, for a name of none. */
export function choose<One>(
  list: string | undefined,
  all: readonly One[],
  told: string,
  isNamed: (one: One, name: string) => boolean = (one, name) => one === name,
): readonly One[] {
  const names = list?.split(",").map((name) => name.trim());
  const unknown = names?.find((name) => !all.some((one) => isNamed(one, name)));
  if (unknown !== undefined) throw new ExpectedFailure(`There is no "${unknown}"; ${told}.`);
  return all.filter((one) => names?.some((name) => isNamed(one, name)) ?? true);
}

/** The number that an option was given; one sentence for what is none or out of its bounds. */
export function readNumber(
  name: string,
  text: string | undefined,
  { from, to = Number.POSITIVE_INFINITY, isWhole = true }: Bounds,
): number {
  const value = text?.trim() ? Number(text) : Number.NaN;
  if (value >= from && value <= to && (!isWhole || Number.isInteger(value))) return value;
  const kind = isWhole ? "whole number" : "number";
  const end = to === Number.POSITIVE_INFINITY ? "on" : `to ${to}`;
  throw new ExpectedFailure(`--${name} wants a ${kind} from ${from} ${end}.`);
}

type Bounds = { readonly from: number; readonly to?: number; readonly isWhole?: boolean };
