import { invalidField } from "@/lib/services/ground/errors";

export const PAGE_ITEMS_MAX = 100;
const PAGE_ITEMS = 50;

export type Page = { readonly items: readonly unknown[]; readonly nextCursor: string | null };

/** Which page is wanted, as a query says it. */
export type PageWish = { readonly limit: string | null; readonly cursor: string | null };

/**
 * A page of a list. The cursor names the last item that was given, so what is added before it is neither given twice nor pushes
 * anything out. Throws `invalid` for a limit that is none, and for a cursor whose item is no longer there.
 */
export function pageOf<Item>(
  list: readonly Item[],
  by: (item: Item) => string,
  { limit, cursor }: PageWish,
): Page {
  const size = limit === null ? PAGE_ITEMS : readLimit(limit);
  const from = cursor === null ? 0 : positionAfter(list.map(by), cursor);
  const items = list.slice(from, from + size);
  const last = items.at(-1);
  const isMore = last !== undefined && from + size < list.length;
  return { items, nextCursor: isMore ? Buffer.from(by(last)).toString("base64url") : null };
}

function readLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > PAGE_ITEMS_MAX) {
    throw invalidField("limit", `Enter a whole number from 1 to ${PAGE_ITEMS_MAX}.`);
  }
  return limit;
}

function positionAfter(ids: readonly string[], cursor: string): number {
  const at = ids.indexOf(Buffer.from(cursor, "base64url").toString("utf8"));
  if (at >= 0) return at + 1;
  throw invalidField("cursor", "This cursor's item is gone. Begin again without a cursor.");
}
