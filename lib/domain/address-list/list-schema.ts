import { z } from "zod";
import { lineOfText, wholeNumber } from "@/lib/domain/fields";

/** Of a list that is typed. */
const TYPED_CHARACTERS_MAX = 500_000;

/** How often a feed may be loaded, in minutes. */
const FEED_EVERY_MINUTES = { least: 15, most: 10_080, usual: 360 } as const;

/** By which access rules name a list. */
export const LIST_KEY = /^[a-z0-9][a-z0-9-]{0,59}$/;

export const listKey = z
  .string()
  .trim()
  .regex(LIST_KEY, "Use a–z, 0–9 and hyphens, at most 60 characters.");

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

/** What people set of an address list. Which addresses are asked and what its lines have to be, only the services know. */
export const addressListSchema = z.strictObject({
  name: lineOfText(100),
  /** Whoever is in the list has a mark for it in the score of their place. */
  counts: z.boolean().default(false),
  contents,
});
