/**
 * The largest part of a list of different numbers that is in rising order. Whatever is not in it has been moved: so of
 * ten rules of which one went to the front only that one has.
 */
export function standingOf(numbers: readonly number[]): readonly number[] {
  let longest: readonly number[] = [];
  const endings: (readonly number[])[] = [];
  for (const number of numbers) {
    const before = endings
      .filter((run) => (run.at(-1) ?? 0) < number)
      .reduce<readonly number[]>((best, run) => (run.length > best.length ? run : best), []);
    const run = [...before, number];
    endings.push(run);
    if (run.length > longest.length) longest = run;
  }
  return longest;
}
