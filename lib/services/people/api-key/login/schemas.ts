import { z } from "zod";
import { parseUserCode } from "@/lib/domain/api-key/user-code";
import { wholeNumber } from "@/lib/domain/fields";
import { PERMISSIONS } from "@/lib/domain/permissions/roles";
import { keyNameField } from "@/lib/services/people/api-key/schemas";

export const startLoginInput = z.strictObject({
  /** What the program calls itself. */
  name: keyNameField,
  permissions: z.array(z.enum(PERMISSIONS)).min(1, "Choose what the key may do."),
  validDays: wholeNumber(1, 365).default(90),
});

export const pollLoginInput = z.strictObject({ deviceCode: z.string().min(1).max(100) });

export const userCodeInput = z.strictObject({
  userCode: z
    .string()
    .max(50)
    .transform((typed, check) => {
      const code = parseUserCode(typed);
      if (code !== null) return code;
      check.addIssue("Enter the eight letters that your terminal shows.");
      return z.NEVER;
    }),
});
export type UserCodeInput = z.input<typeof userCodeInput>;
