import { z } from "zod";
import { lineOfText, wholeNumber } from "@/lib/domain/fields";

const CODES_MAX = 100_000;
const USES_MAX = 1_000_000;

/** How often each code of a batch may be used. */
export type AccessCodeUse =
  | { readonly kind: "single-use" }
  | { readonly kind: "multi-use"; readonly maxUses: number };

/** A batch of codes as forms and the API ask for it. Whether the event has the lane is checked elsewhere. */
export const accessCodeBatchSchema = z.strictObject({
  name: lineOfText(100),
  count: wholeNumber(1, CODES_MAX),
  /** The key of the lane that the codes lead to; null for the visitor's own. */
  lane: z.string().nullable().default(null),
  use: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("single-use") }),
    z.strictObject({ kind: z.literal("multi-use"), maxUses: wholeNumber(2, USES_MAX) }),
  ]),
});

/** How often a code may be used in all. */
export function maxUsesOf(use: AccessCodeUse): number {
  return use.kind === "single-use" ? 1 : use.maxUses;
}
