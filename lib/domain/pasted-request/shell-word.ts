/** One word of a command, without its quotes, and where it begins in the text. */
export type ShellWord = { readonly text: string; readonly at: number };

/** Gathers the characters of words. A word may be empty, where quotes with nothing between them stand. */
export function createWordCollector(): {
  readonly words: readonly ShellWord[];
  /** @param at - where it stands in the text */
  readonly add: (text: string, at: number) => void;
  readonly end: () => void;
} {
  const words: ShellWord[] = [];
  let current: ShellWord | null = null;
  return {
    words,
    add: (text, at) => {
      current = { text: (current?.text ?? "") + text, at: current?.at ?? at };
    },
    end: () => {
      if (current !== null) words.push(current);
      current = null;
    },
  };
}
