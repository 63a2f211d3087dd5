/** Works on so many at once, group after group; answers in their order. */
export async function inGroups<Item, Result>(
  size: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += size) {
    const group = items.slice(from, from + size);
    results.push(...(await Promise.all(group.map((item, at) => work(item, from + at)))));
  }
  return results;
}
