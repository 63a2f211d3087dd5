/**
 * True when the whole text is like the pattern, in which a star stands for any number of characters. It takes at most
 * as many steps as both lengths multiplied, whatever the pattern.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  let at = 0;
  let own = 0;
  /** After the last star, and where in the text what follows it was tried. */
  let afterStar = -1;
  let tried = 0;
  while (at < text.length) {
    if (own < pattern.length && pattern[own] === "*") {
      own += 1;
      afterStar = own;
      tried = at;
    } else if (own < pattern.length && pattern[own] === text[at]) {
      own += 1;
      at += 1;
    } else if (afterStar >= 0) {
      tried += 1;
      at = tried;
      own = afterStar;
    } else {
      return false;
    }
  }
  while (pattern[own] === "*") own += 1;
  return own === pattern.length;
}
