/**
 * Acts on one item after the other and counts how often something was done. What fails does not hold up
 * the rest; the failures are thrown together at the end.
 */
export async function countEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<boolean>,
): Promise<number> {
  const failures: unknown[] = [];
  let count = 0;
  for (const item of items) {
    try {
      if (await act(item)) count += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${items.length} events failed.`);
  }
  return count;
}
