import { z } from "zod";
import { accessCodeBatchSchema, accessCodeTimes } from "@/lib/domain/access-code/batch";
import { readPastedCodes } from "@/lib/domain/access-code/pasted-codes";
import { eventIdField } from "@/lib/services/event/settings/inputs";

/** Codes that may be revoked by name at once; more go by their batch. */
const PASTED_MAX = 1_000;
const PASTED_CHARACTERS_MAX = 300_000;
const TYPED_CHARACTERS_MAX = 100;

export const createAccessCodesInput = accessCodeBatchSchema.extend({ eventId: eventIdField });
export type CreateAccessCodesInput = z.input<typeof createAccessCodesInput>;

export const listAccessCodesInput = z.strictObject({ eventId: eventIdField });

export const accessCodeBatchInput = z.strictObject({ batchId: z.string().min(1).max(100) });
export type AccessCodeBatchInput = z.input<typeof accessCodeBatchInput>;

export const setCodeWindowInput = accessCodeBatchInput.extend(accessCodeTimes);
export type SetCodeWindowInput = z.input<typeof setCodeWindowInput>;

export const revokeAccessCodesInput = z.strictObject({
  eventId: eventIdField,
  codes: z
    .string()
    .max(PASTED_CHARACTERS_MAX, "Paste at most 1,000 codes at once.")
    .transform(readPastedCodes)
    .superRefine(({ codes, unreadable }, refinement) => {
      const message = problemOf(codes.length, unreadable);
      if (message !== null) refinement.addIssue({ code: "custom", message });
    })
    .transform(({ codes }) => codes),
});
export type RevokeAccessCodesInput = z.input<typeof revokeAccessCodesInput>;

export const findAccessCodeInput = z.strictObject({
  eventId: eventIdField,
  code: z
    .string()
    .trim()
    .min(1, "Enter a code.")
    .max(TYPED_CHARACTERS_MAX, "This is not a valid code."),
});
export type FindAccessCodeInput = z.input<typeof findAccessCodeInput>;

function problemOf(count: number, [first, ...others]: readonly string[]): string | null {
  if (first !== undefined) {
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    return `Not valid: “${first.slice(0, 40)}”${more}. Correct or remove these entries. No codes were revoked.`;
  }
  if (count === 0) return "Paste at least one code.";
  return count > PASTED_MAX ? "Paste at most 1,000 codes at once." : null;
}
