/** Fewer than this share of a name's letters may differ for it to be what somebody meant. */
const SHARE_MAX = 0.4;

/** The name that was probably meant, by the fewest letters changed, added or left out; null where none is near. */
export function nearestName(written: string, names: readonly string[]): string | null {
  const [best] = names
    .map((name) => ({ name, away: distance(written.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, away }) => away < SHARE_MAX * Math.max(name.length, written.length))
    .sort((a, b) => a.away - b.away);
  return best?.name ?? null;
}

const LETTERS_MAX = 60;

/** Levenshtein's distance of the first sixty letters. */
function distance(one: string, other: string): number {
  const [a, b] = [one.slice(0, LETTERS_MAX), other.slice(0, LETTERS_MAX)];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, its] of [...b].entries()) {
      const changed = (row[j] ?? 0) + (letter === its ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
