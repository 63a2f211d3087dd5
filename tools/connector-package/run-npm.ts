import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { type Outcome, runNode } from "../stack/run-to-end";

/** What `npm run` tells the programs that it starts would change what npm does elsewhere. */
function withoutNpmSettings(): Record<string, undefined> {
  const kept = /^npm_config_(cache|registry|userconfig|globalconfig)$/;
  const names = Object.keys(process.env).filter((name) => /^npm_/.test(name) && !kept.test(name));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

/** Runs the npm that runs this, as if somebody had typed it in a folder. */
export async function runNpm(directory: string, ...args: string[]): Promise<Outcome> {
  const npm = process.env["npm_execpath"];
  if (npm === undefined) throw new ExpectedFailure("Run this with npm.");
  return runNode({ args: [npm, ...args], directory, env: withoutNpmSettings() });
}
