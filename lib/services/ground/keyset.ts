import { z } from "zod";
import { wholeNumber } from "@/lib/domain/fields";
import { invalidField } from "./errors";

/** The fields by which a list is asked for page by page. */
export const PAGE_FIELDS = {
  limit: wholeNumber(1, 100).default(50),
  /** The `nextCursor` of the page before. */
  cursor: z.string().max(200).optional(),
};

/** Where a list in the order of `createdAt` and `id`, the newest first, goes on. */
type Position = { readonly createdAt: Date; readonly id: string };

export type PageOf<Item> = {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
};

/** The order that `afterCursor` goes by. */
export const NEWEST_FIRST = [{ createdAt: "desc" }, { id: "desc" }] as const;

/**
 * What comes after a cursor: nothing that was added or removed meanwhile is given twice or pushes anything out. Throws
 * `invalid` for a text that is no cursor.
 */
export function afterCursor(cursor: string | undefined) {
  if (cursor === undefined) return {};
  const [time = "", id = ""] = Buffer.from(cursor, "base64url").toString("utf8").split(" ");
  const createdAt = new Date(time);
  if (id === "" || Number.isNaN(createdAt.getTime())) {
    throw invalidField("cursor", "This is not a cursor of this list.");
  }
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}

/** A page out of `limit + 1` rows: the one too many says that there are more. */
export function toPage<Row extends Position, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): PageOf<Item> {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const nextCursor =
    last === undefined
      ? null
      : Buffer.from(`${last.createdAt.toISOString()} ${last.id}`).toString("base64url");
  return { items: rows.slice(0, limit).map(toItem), nextCursor };
}
