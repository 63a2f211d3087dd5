import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runStanchion } from "@/cli/run-stanchion";
import { temporaryDirectory } from "../stack/temporary-directory";

export type Operator = Awaited<ReturnType<typeof operatorOf>>;

/** A terminal of a customer's operator: the command line, as somebody types it. */
export async function operatorOf(api: string, key: string) {
  const directory = await temporaryDirectory("stanchion-compat-");
  Object.assign(process.env, { STANCHION_URL: api, STANCHION_API_KEY: key });
  /** What a command prints. Throws with what it noted where it did not end well. */
  const run = async (...args: readonly string[]): Promise<string> => {
    const [printed, noted]: [string[], string[]] = [[], []];
    const ending = await runStanchion(args, {
      print: (line) => printed.push(line),
      note: (line) => noted.push(line),
    });
    if (ending === 0) return printed.join("\n");
    throw new Error(`stanchion ${args.join(" ")} ended with ${ending}: ${noted.join(" ")}`);
  };
  return {
    run,
    /** Imports what another system exported. */
    bring: async (system: string, content: unknown, ...more: readonly string[]) => {
      const file = join(directory, `${system}.json`);
      await writeFile(file, JSON.stringify(content));
      return run("import", system, file, ...more);
    },
  };
}
