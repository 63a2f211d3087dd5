import { writeFile } from "node:fs/promises";
import { ExpectedFailure } from "@/lib/platform/expected-failure";

type NewFile = { readonly file: string; readonly force?: true };

/** Writes a file, and replaces one that is there only with `force`. Throws an `ExpectedFailure` that says what to do. */
export async function writeNew({ file, force }: NewFile, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: force === true ? "w" : "wx" });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === "EEXIST" ? "is there already. Use --force" : "cannot be written";
    throw new ExpectedFailure(`${file} ${why}.`, { cause });
  }
}
