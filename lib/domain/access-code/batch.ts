import { z } from "zod";
import { lineOfText, wholeNumber } from "@/lib/domain/fields";
import { plainCode } from "./access-code";
import { OWN_CODES_CHARACTERS_MAX } from "./own-codes";

const CODES_MAX = 100_000;
const USES_MAX = 100_000;

/** How often each code of a batch may be used. */
export type AccessCodeUse =
  | { readonly kind: "single-use" }
  | { readonly kind: "multi-use"; readonly maxUses: number };

const prefix = z
  .string()
  .transform((typed) => plainCode(typed) ?? typed)
  .pipe(z.string().regex(/^[A-Z0-9]{0,12}$/, "Up to 12 letters A–Z and digits."));

const localTime = z
  .string()
  .max(20)
  .transform((local) => (local === "" ? null : local))
  .nullable()
  .default(null);

/** When codes are good, as clocks at the event show it; null for no bound. */
export const accessCodeTimes = { fromLocal: localTime, untilLocal: localTime };

/** A batch of codes as forms ask for it. Whether the event has the lane, and what the times mean there, is checked elsewhere. */
export const accessCodeBatchSchema = z.strictObject({
  name: lineOfText(100),
  /** How many to make; null where the customer brings their own. */
  count: wholeNumber(1, CODES_MAX).nullable().default(null),
  /** What codes that are made begin with. */
  prefix: prefix.default(""),
  /** The customer's own codes, one a line or the first column of a CSV file; null to make some. */
  own: z
    .string()
    .max(OWN_CODES_CHARACTERS_MAX, "The list is too long. Split it into several batches.")
    .nullable()
    .default(null),
  /** The key of the lane that the codes lead to; null for the visitor's own. */
  lane: z.string().nullable().default(null),
  use: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("single-use") }),
    z.strictObject({ kind: z.literal("multi-use"), maxUses: wholeNumber(1, USES_MAX) }),
  ]),
  ...accessCodeTimes,
});

/** How often a code may be used in all. */
export function maxUsesOf(use: AccessCodeUse): number {
  return use.kind === "single-use" ? 1 : use.maxUses;
}
