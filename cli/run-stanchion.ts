import { createProgram } from "./program";
import { runCommands } from "./run-commands";
import type { Ending, Output } from "./terminal";

/** Carries out `stanchion` with what stands behind it on the command line. Never throws. */
export function runStanchion(args: readonly string[], output?: Output): Promise<Ending> {
  return runCommands(createProgram, args, output);
}
