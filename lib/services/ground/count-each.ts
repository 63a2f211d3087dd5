import { Attempts } from "./attempts";

/**
 * Acts on one item after the other and counts how often something was done. What fails does not hold up
 * the rest; the failures are thrown together at the end.
 */
export async function countEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<boolean>,
): Promise<number> {
  const attempts = new Attempts();
  let count = 0;
  for (const item of items) if (await attempts.try(() => act(item))) count += 1;
  attempts.end((failed) => `${failed} of ${items.length} events failed.`);
  return count;
}
