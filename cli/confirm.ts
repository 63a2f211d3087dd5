import { createInterface } from "node:readline/promises";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Terminal } from "./terminal";

/**
 * Asks before something is destroyed: whoever sits at a terminal types a word, and a program says `--yes`.
 * Throws where neither is done.
 */
export async function confirm(
  { note }: Terminal,
  { what, word, yes = false }: { what: string; word: string; yes?: boolean | undefined },
): Promise<void> {
  if (yes) return;
  note(what);
  if (!process.stdin.isTTY) throw new ExpectedFailure("Nothing was changed. Use --yes to confirm.");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const typed = await lines.question(`Type ${word} to continue: `);
    if (typed.trim() !== word) throw new ExpectedFailure("Nothing was changed.");
  } finally {
    lines.close();
  }
}
