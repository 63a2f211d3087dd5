import { parseArgs } from "node:util";

/** Where a command takes from what does not stand on the command line. */
export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readFile: (path: string) => string;
}

/** A mistake of whoever wrote the command; the message says what to change. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const TEXT = { type: "string" } as const;
const FLAG = { type: "boolean" } as const;
const SHARED = {
  "fail-open": FLAG,
  "fail-closed": FLAG,
  "customer-id": TEXT,
  "config-url": TEXT,
  listen: TEXT,
  "trusted-proxies": TEXT,
  "config-file": TEXT,
  "config-public-keys": TEXT,
  "min-config-version": TEXT,
  "waiting-room": TEXT,
  "activity-url": TEXT,
  "allowed-origins": TEXT,
  replay: FLAG,
  "no-address-binding": FLAG,
} as const;
const OF_MODE = {
  proxy: {
    origin: TEXT,
    "origin-host": TEXT,
    "origin-timeout": TEXT,
    "idle-timeout": TEXT,
    "max-body": TEXT,
    "accept-push": FLAG,
  },
  "forward-auth": { proxy: TEXT, "proxy-addresses": TEXT },
} as const;
const ARGUMENTS = {
  help: { ...FLAG, short: "h" },
  ...SHARED,
  ...OF_MODE.proxy,
  ...OF_MODE["forward-auth"],
} as const;

/** What can be run. */
export type Mode = keyof typeof OF_MODE;
type FlagName = "replay" | "accept-push" | "no-address-binding";
type TextName = Exclude<keyof typeof ARGUMENTS, FlagName | "help" | "fail-open" | "fail-closed">;

/** What stands on the command line and in the environment, by the names of options. */
export interface CommandLine {
  readonly mode: Mode;
  readonly optional: (name: TextName) => string | undefined;
  /** @throws UsageError where it is not given */
  readonly required: (name: TextName) => string;
  readonly list: (name: TextName) => readonly string[] | undefined;
  readonly flag: (name: FlagName) => boolean;
  /** @param factor - what one of its units is here */
  readonly number: (name: TextName, factor?: number) => number | undefined;
  /** What must not stand on the command line; "" where there is none. */
  readonly optionalHidden: (name: string) => string;
  readonly hidden: (name: string) => string;
  readonly failOpen: () => boolean;
}

function variableOf(name: string): string {
  return `STANCHION_${name.toUpperCase().replaceAll("-", "_")}`;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: ARGUMENTS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

type Values = ReturnType<typeof parse>["values"];

/** Reads a list divided by commas or blanks. */
export function splitList(text: string): readonly string[] {
  return text
    .split(/[\s,]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

function readMode({ values, positionals }: ReturnType<typeof parse>): Mode {
  const [mode, ...others] = positionals;
  if (others.length > 0 || (mode !== "proxy" && mode !== "forward-auth")) {
    throw new UsageError("What can be run is: proxy, forward-auth.");
  }
  const known = { ...SHARED, ...OF_MODE[mode] };
  const foreign = Object.keys(values).find((name) => !Object.hasOwn(known, name));
  if (foreign !== undefined) throw new UsageError(`--${foreign} is no option of ${mode}.`);
  return mode;
}

function readFailOpen(values: Values, { env }: CommandContext): boolean {
  const open = values["fail-open"] === true;
  const closed = values["fail-closed"] === true;
  if (open && closed) throw new UsageError("Give --fail-open or --fail-closed, not both.");
  if (open || closed) return open;
  const text = env["STANCHION_FAIL_OPEN"];
  if (text === "true" || text === "false") return text === "true";
  throw new UsageError("Give --fail-closed, or --fail-open: who gets in while there are no rules?");
}

function readersOf(mode: Mode, values: Values, context: CommandContext): CommandLine {
  const { env, readFile } = context;
  const optional: CommandLine["optional"] = (name) =>
    values[name] || env[variableOf(name)] || undefined;
  const optionalHidden: CommandLine["optionalHidden"] = (name) => {
    const file = env[`${variableOf(name)}_FILE`];
    return (file ? readFile(file) : (env[variableOf(name)] ?? "")).trim();
  };
  return {
    mode,
    optional,
    optionalHidden,
    failOpen: () => readFailOpen(values, context),
    hidden: (name) => {
      const text = optionalHidden(name);
      const variable = variableOf(name);
      if (text === "") throw new UsageError(`Set ${variable} or ${variable}_FILE.`);
      return text;
    },
    required: (name) => {
      const text = optional(name);
      if (text === undefined) throw new UsageError(`Give --${name} or set ${variableOf(name)}.`);
      return text;
    },
    list: (name) => {
      const text = optional(name);
      return text === undefined ? undefined : splitList(text);
    },
    flag: (name) => {
      const text = env[variableOf(name)] || "false";
      if (text !== "true" && text !== "false") {
        throw new UsageError(`${variableOf(name)} takes true or false.`);
      }
      return values[name] === true || text === "true";
    },
    number: (name, factor = 1) => {
      const text = optional(name);
      if (text === undefined) return undefined;
      if (!/^\d{1,15}(\.\d+)?$/.test(text)) throw new UsageError(`--${name} takes a number.`);
      return Math.round(Number(text) * factor);
    },
  };
}

/**
 * Reads a command line with its environment; null where it asks for help.
 *
 * @throws UsageError saying what is wrong
 */
export function readCommandLine(
  args: readonly string[],
  context: CommandContext,
): CommandLine | null {
  const parsed = parse(args);
  if (parsed.values.help === true) return null;
  return readersOf(readMode(parsed), parsed.values, context);
}
