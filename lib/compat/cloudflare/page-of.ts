import { z } from "zod";
import type { Paged } from "./envelope";

const pageQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(5).max(1_000).default(25),
});

/** The page of a list that a query asks for. */
export function pageOf<Item>(all: readonly Item[], query: URLSearchParams): Paged<Item> {
  const { page, per_page: perPage } = pageQuery.parse(Object.fromEntries(query));
  const items = all.slice((page - 1) * perPage, page * perPage);
  return { items, page, perPage, total: all.length };
}
