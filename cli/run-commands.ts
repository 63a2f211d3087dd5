import { type Command, CommanderError } from "commander";
import { describeFailure } from "@/lib/platform/expected-failure";
import { type Ending, type Output, STANDARD_OUTPUT, type Terminal } from "./terminal";

/** `EX_USAGE` of sysexits.h: 2 stands for differences, as with other programs that plan. */
const WRONG_USAGE = 64;
const FAILED = 1;

/**
 * Carries out a program with what stands behind it on the command line. Never throws: a failure that a
 * person can put right is told in one sentence and ends with 1, wrong usage with 64 and a hint at `--help`.
 */
export async function runCommands(
  createProgram: (terminal: Terminal) => Command,
  args: readonly string[],
  output: Output = STANDARD_OUTPUT,
): Promise<Ending> {
  const terminal: Terminal = { ...output, ending: 0 };
  const program = createProgram(terminal);
  obeyOutput(program, terminal);
  try {
    await program.parseAsync(args, { from: "user" });
    return terminal.ending;
  } catch (error) {
    // It has told by itself what is wrong with the usage, or has shown the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
    terminal.note(describeFailure(error));
    return FAILED;
  }
}

/** The parser of a command and of those below it ends no process, and writes where the command writes. */
function obeyOutput(command: Command, { print, note }: Output): void {
  const path = pathOf(command);
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: (text) => note(text.trimEnd()),
      outputError: (text) => note(sentenceOf(text)),
    })
    .showHelpAfterError(`See "${path} --help".`);
  for (const child of command.commands) obeyOutput(child, { print, note });
}

function pathOf(command: Command): string {
  const parent = command.parent === null ? "" : `${pathOf(command.parent)} `;
  return parent + command.name();
}

/** `error: unknown option '--x'` as a sentence. */
function sentenceOf(text: string): string {
  const words = text
    .trim()
    .replace(/^error: /, "")
    .replace(/\n\((Did you mean .*\?)\)$/, ". $1");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`.replace(/([.?])\.$/, "$1");
}
