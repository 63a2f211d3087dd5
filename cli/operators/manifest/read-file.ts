import { readFile } from "node:fs/promises";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { environment } from "../environment";
import { parseManifest, type ReadManifest } from "./parse-manifest";
import type { Problem, Reading } from "./read-yaml";

/** Reads a file of the disk. Throws where it cannot be read at all. */
export async function readManifest(file: string): Promise<Reading<ReadManifest>> {
  return parseManifest(await textOf(file), environment.variable);
}

async function textOf(file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new ExpectedFailure(`${file} cannot be read. “stanchion export” writes one.`, { cause });
  });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ExpectedFailure(`${file} is not UTF-8.`, { cause });
  }
}

/** `stanchion.yaml:8:5 Unknown field “nam”. Did you mean “name”? (unknown_field)` */
export function problemLines(file: string, problems: readonly Problem[]): readonly string[] {
  return problems.map(
    ({ line, column, message, code }) => `${file}:${line}:${column} ${message} (${code})`,
  );
}
