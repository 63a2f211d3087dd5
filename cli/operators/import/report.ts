import { readFile } from "node:fs/promises";
import { StanchionError } from "@/client/src/stanchion-error";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { withoutControls } from "../render";

/** Something of an export that is not here afterwards. An empty field: all of it. */
export type NotCarried = { readonly what: string; readonly field: string; readonly reason: string };

/** Reads an export as JSON. Throws an `ExpectedFailure` for a file that is not there, or is none. */
export async function readExport(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new ExpectedFailure(`${file} can't be read.`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new ExpectedFailure(`${file} is no JSON.`);
  }
}

/** The report of what was not carried over, a line each. */
export function notCarriedLines(notCarried: readonly NotCarried[]): readonly string[] {
  if (notCarried.length === 0) return ["Everything was carried over."];
  return [
    "Not carried over:",
    ...notCarried.map(({ what, field, reason }) =>
      withoutControls(`  ${what}${field === "" ? "" : `, ${field}`}: ${reason}`),
    ),
  ];
}

/** What the API said of something that it did not take. Throws what is no refusal. */
export function refusalsOf(error: unknown, what: string): readonly NotCarried[] {
  if (!(error instanceof StanchionError) || error.status === 0 || error.status >= 500) throw error;
  if (error.errors.length === 0) return [{ what, field: "", reason: error.message }];
  return error.errors.map(({ pointer, detail }) => ({
    what,
    field: pointer.slice(1).replaceAll("/", "."),
    reason: detail,
  }));
}
