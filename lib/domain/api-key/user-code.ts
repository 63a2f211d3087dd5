/** No vowels, so that no words come out, and no letters that are read for one another. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8;

/** A code that a person types to say which program they mean. `pick` answers a random number below the one it is given. */
export function makeUserCode(pick: (below: number) => number): string {
  return Array.from({ length: LENGTH }, () => LETTERS[pick(LETTERS.length)]).join("");
}

/** `WDJB-MJHT` */
export function formatUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** The code that somebody typed, however they wrote it; null for what cannot be one. */
export function parseUserCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, "");
  const isCode = code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter));
  return isCode ? code : null;
}
