/** What is left to sell, as the customer reported it. */
export type Stock = {
  /** Units that can still be sold. */
  readonly remaining: number;
  /** The most that one visitor may buy; at least 1. */
  readonly unitsPerAdmission: number;
};

/**
 * How many more visitors may be let in for what is left, and whether it is sold out. `reserved` is
 * how many admitted visitors may still buy from what the report counts: those whose stay had not
 * ended when it was made. Units are kept for each of them, so that nobody finds empty shelves, even before
 * the newest sale is reported. The last visitor may find fewer units than one may buy.
 */
export function releaseByStock(
  stock: Stock,
  reserved: number,
): { readonly mayAdmit: number; readonly isSoldOut: boolean } {
  const takers = Math.ceil(Math.max(0, stock.remaining) / stock.unitsPerAdmission);
  return { mayAdmit: Math.max(0, takers - reserved), isSoldOut: takers === 0 };
}
