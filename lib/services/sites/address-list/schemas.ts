import { z } from "zod";
import { lineOfText, wholeNumber } from "@/lib/domain/fields";
import { FEED_EVERY_MINUTES, TYPED_CHARACTERS_MAX } from "./inner/list-limits";

const listId = z.string().min(1).max(100);
const name = lineOfText(100);

/** By which access rules name a list. */
const key = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, "Use a–z, 0–9 and hyphens, at most 60 characters.");

const contents = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("typed"),
    text: z
      .string()
      .max(
        TYPED_CHARACTERS_MAX,
        `At most ${TYPED_CHARACTERS_MAX.toLocaleString("en")} characters. Use a feed for longer lists.`,
      ),
  }),
  z.strictObject({
    kind: z.literal("feed"),
    url: z.string().trim().min(1, "Enter the feed URL.").max(2_000),
    everyMinutes: wholeNumber(FEED_EVERY_MINUTES.least, FEED_EVERY_MINUTES.most).default(
      FEED_EVERY_MINUTES.usual,
    ),
  }),
]);
export type ListContents = z.output<typeof contents>;

export const listIdInput = z.strictObject({ listId });
export type ListIdInput = z.input<typeof listIdInput>;

/** Whoever is in the list has a mark for it in the score of their place. */
const counts = z.boolean().default(false);

export const createListInput = z.strictObject({ key, name, counts, contents });
export type CreateListInput = z.input<typeof createListInput>;

/** `seenVersion`: the version that the person saw. A change that somebody made since is a conflict. */
export const updateListInput = z.strictObject({
  listId,
  seenVersion: z.number().int().min(1),
  name,
  counts,
  contents,
});
export type UpdateListInput = z.input<typeof updateListInput>;

/** `takeShorter`: the next load counts even where the feed has become much shorter. */
export const loadListInput = z.strictObject({ listId, takeShorter: z.boolean().default(false) });
export type LoadListInput = z.input<typeof loadListInput>;
