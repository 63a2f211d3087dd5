import { z } from "zod";
import { addressListSchema, listKey } from "@/lib/domain/address-list/list-schema";
import { countedNumber } from "@/lib/domain/fields";

/** What a list is made of: addresses that somebody typed, or a feed. */
export type ListContents = z.output<typeof addressListSchema>["contents"];

const listId = z.string().min(1).max(100);

export const listIdInput = z.strictObject({ listId });
export type ListIdInput = z.input<typeof listIdInput>;

export const createListInput = addressListSchema.extend({ key: listKey });
export type CreateListInput = z.input<typeof createListInput>;

/** `seenVersion`: the version that the person saw. A change that somebody made since is a conflict. */
export const updateListInput = addressListSchema.extend({
  listId,
  seenVersion: countedNumber(1),
});
export type UpdateListInput = z.input<typeof updateListInput>;

/** `takeShorter`: the next load counts even where the feed has become much shorter. */
export const loadListInput = z.strictObject({ listId, takeShorter: z.boolean().default(false) });
export type LoadListInput = z.input<typeof loadListInput>;
