import { Unreadable } from "./pasted-request";
import { createWordCollector, type ShellWord } from "./shell-word";

/** A character that the program gets, and where it stands in the text. */
type Passed = { readonly character: string; readonly at: number };

/**
 * Splits a command as Windows does: the prompt takes its carets away, then the program undoes quotes and
 * backslashes. Browsers double each backslash, also where the program would not ask for it, so pairs count as one.
 */
export function splitCmd(text: string): readonly ShellWord[] {
  const passed = undoCarets(text);
  const collector = createWordCollector();
  let openedAt: number | null = null;
  for (let index = 0; index < passed.length; index += 1) {
    const { character, at } = passed[index] ?? END;
    const { character: next } = passed[index + 1] ?? END;
    if (isPair(character, next, openedAt !== null)) {
      collector.add(next, at);
      index += 1;
    } else if (character === '"') {
      collector.add("", at);
      openedAt = openedAt === null ? at : null;
    } else if (openedAt === null && /[ \t]/.test(character)) {
      collector.end();
    } else {
      collector.add(character, at);
    }
  }
  if (openedAt !== null) {
    throw new Unreadable(
      "The quote that opens here is never closed. Paste the whole command.",
      openedAt,
    );
  }
  collector.end();
  return collector.words;
}

/** A backslash before what it escapes, or two quotes within quotes, which stand for one. */
function isPair(character: string, next: string, isQuoted: boolean): boolean {
  if (character === "\\") return next === "\\" || next === '"';
  return isQuoted && character === '"' && next === '"';
}

const END: Passed = { character: "", at: 0 };

/** What the prompt hands to the program. A line break behind a caret and another one is a character; others end words. */
function undoCarets(text: string): Passed[] {
  const passed: Passed[] = [];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "^" && !isQuoted) {
      at += lengthOf(LINE_BREAK, text, at + 1);
      const lineBreak = lengthOf(LINE_BREAK, text, at + 1);
      if (lineBreak > 0) passed.push({ character: "\n", at });
      else if (at + 1 < text.length) passed.push({ character: text.charAt(at + 1), at: at + 1 });
      at += Math.max(lineBreak, 1);
      continue;
    }
    if (character === '"') isQuoted = !isQuoted;
    passed.push({ character: /[\r\n]/.test(character) ? " " : character, at });
  }
  return passed;
}

const LINE_BREAK = /\r?\n/y;

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
