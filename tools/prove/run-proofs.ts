import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Figures } from "../shared/bars";
import { projectPath } from "../stack/paths";
import { runNode } from "../stack/run-to-end";
import { BARS, barsOf } from "./bars";
import { isWorthAnother, type Run, type Verdict, verdictOf } from "./verdict";

export type Proved = Verdict & { readonly proof: string };

/** What somebody types for it. */
export function commandLine(proof: string): string {
  return `npm run ${proof.replace(" ", " -- ")}`;
}

/** All commands, in the order of the table. */
export const PROOFS: readonly string[] = Object.keys(BARS);

/** Whether a name on the command line means a proof: it alone where it has exactly that name, else all that begin so. */
export function isNamed(proof: string, name: string): boolean {
  return PROOFS.includes(name) ? proof === name : proof.startsWith(name);
}

export async function runProof(proof: string, say: (line: string) => void): Promise<Proved> {
  const bars = barsOf(proof);
  const runs = [await runCommand(proof, say)];
  while (isWorthAnother(runs, bars)) runs.push(await runCommand(proof, say));
  return { ...verdictOf(runs, bars), proof };
}

/** What it prints is kept in a file; its last line of JSON is what it has measured. */
async function runCommand(proof: string, say: (line: string) => void): Promise<Run> {
  const [script = "", ...options] = proof.split(" ");
  const directory = projectPath(".data", "proofs");
  mkdirSync(directory, { recursive: true });
  const log = join(directory, `${proof.replaceAll(/\W+/g, "-")}.log`);
  say(`${commandLine(proof)} (prints to ${log})`);
  const startedAtMs = performance.now();
  const args = ["scripts/bootstrap.js", script.replace(":", "-"), ...options, "--json"];
  const { code, output } = await runNode({ args });
  writeFileSync(log, output);
  const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
  return { figures: figuresIn(output), exitCode: code, seconds };
}

/** The last object of JSON that has a line of its own; null where there is none. */
export function figuresIn(output: string): Figures | null {
  const line = output.split("\n").findLast((one) => one.startsWith("{") && one.endsWith("}"));
  try {
    // A line that begins and ends so is an object, or no JSON.
    return line === undefined ? null : (JSON.parse(line) as Figures);
  } catch {
    return null;
  }
}
