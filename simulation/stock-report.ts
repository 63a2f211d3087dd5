/** What a shop has left to sell. */
export type Stock = {
  /** Units that can still be sold. */
  readonly remaining: number;
  /** The most that one visitor may buy; at least 1. */
  readonly unitsPerAdmission: number;
};

/**
 * How a shop works out what it reports as `left`: how many more visitors it has something for, and whether it
 * is sold out. `reserved` is how many admitted visitors may still buy. Each of them keeps its units, so
 * nobody is let in to empty shelves. The last visitor may find fewer units than the most.
 */
export function releaseByStock(
  stock: Stock,
  reserved: number,
): { readonly mayAdmit: number; readonly isSoldOut: boolean } {
  const takers = Math.ceil(Math.max(0, stock.remaining) / stock.unitsPerAdmission);
  return { mayAdmit: Math.max(0, takers - reserved), isSoldOut: takers === 0 };
}
