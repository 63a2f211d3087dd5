import { readAnsiQuote } from "./ansi-quote";
import { Unreadable } from "./pasted-request";
import { createWordCollector, type ShellWord } from "./shell-word";

/** The piece of a word that begins at `at`, and where the next one does. */
type Piece = { readonly text: string; readonly next: number };

/**
 * Splits a command as bash and zsh do: every way of quoting, and lines that go on after a backslash. What follows the
 * command (`| jq`, `> file`) is left out. Variables are not looked up.
 */
export function splitBash(text: string): readonly ShellWord[] {
  const collector = createWordCollector();
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (/\s/.test(character)) {
      collector.end();
      at += 1;
      continue;
    }
    if (/[|;<>&]/.test(character)) {
      refuseBareAmpersand(text, at);
      break;
    }
    const piece = readPiece(text, at);
    if (piece.text !== null) collector.add(piece.text, at);
    at = piece.next;
  }
  collector.end();
  return collector.words;
}

function refuseBareAmpersand(text: string, at: number): void {
  if (text.charAt(at) !== "&" || !/[^\s&][&][^\s&]/.test(text.slice(at - 1, at + 2))) return;
  throw new Unreadable("This & ends the command. Put the address into quotes.", at);
}

/** `text` is null where a line goes on, which makes no word. */
function readPiece(text: string, at: number): Piece | { text: null; next: number } {
  const character = text.charAt(at);
  const two = text.slice(at, at + 2);
  if (two === "$'") return readAnsiQuote(text, at);
  if (character === "'") {
    const end = text.indexOf("'", at + 1);
    if (end < 0) throw neverClosed(at);
    return { text: text.slice(at + 1, end), next: end + 1 };
  }
  if (two === '$"') return readDoubleQuote(text, at + 1);
  if (character === '"') return readDoubleQuote(text, at);
  if (character !== "\\") return { text: character, next: at + 1 };
  const lineEnd = /^\\\r?\n/.exec(text.slice(at, at + 3))?.[0];
  if (lineEnd !== undefined) return { text: null, next: at + lineEnd.length };
  return { text: text.charAt(at + 1), next: at + 2 };
}

function readDoubleQuote(text: string, start: number): Piece {
  let read = "";
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') return { text: read, next: at + 1 };
    if (character !== "\\") {
      read += character;
      continue;
    }
    at += 1;
    const next = text.charAt(at);
    if (next === "\n") continue;
    read += /["\\$`]/.test(next) ? next : `\\${next}`;
  }
  throw neverClosed(start);
}

function neverClosed(at: number): Unreadable {
  return new Unreadable("The quote that opens here is never closed. Paste the whole command.", at);
}
