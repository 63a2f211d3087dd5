/** A word, a sign or a text in quotes, which stands here without them. */
export type Token = { readonly text: string; readonly isText: boolean };

const TOKEN =
  /\s*(?:"((?:[^"\\]|\\.)*)"|r"([^"]*)"|([\w.]+(?:\["[^"\\]+"\])?(?:\[(?:\d+|\*)\])?(?:[\w.:/]*))|(==|!=|&&|\|\||[(){},!~]))/y;

/** Splits an expression; null for what is none. */
export function readTokens(expression: string): readonly Token[] | null {
  const tokens: Token[] = [];
  const text = expression.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) return null;
    const [, quoted, raw, word, sign] = match;
    if (quoted !== undefined) tokens.push({ text: quoted.replace(/\\(.)/g, "$1"), isText: true });
    else if (raw !== undefined) tokens.push({ text: raw, isText: true });
    else tokens.push({ text: word ?? sign ?? "", isText: false });
  }
  return tokens.length === 0 ? null : tokens;
}
