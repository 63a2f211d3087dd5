import { z } from "zod";
import { lineOfText } from "@/lib/domain/fields";
import { isReservedCustomerId, isWireId, WIRE_ID_RULE } from "@/lib/domain/wire-id";

const PASSWORD_CHARACTERS_MIN = 12;

export const emailField = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, "At most 254 characters.")
  .pipe(z.email("Enter an e-mail address such as ana@example.com."));

export const newPasswordField = z
  .string()
  .min(PASSWORD_CHARACTERS_MIN, `At least ${PASSWORD_CHARACTERS_MIN} characters.`)
  .max(200, "At most 200 characters.");

/** The id of a customer on the wire (`c`). */
export const customerIdField = z
  .string()
  .refine(isWireId, WIRE_ID_RULE)
  .refine((id) => !isReservedCustomerId(id), {
    error: ({ input }) => `“${input}” is reserved. Choose another ID.`,
  });

/** A secret that came by e-mail: 32 random bytes in base64url. */
export const mailedTokenField = z.string().regex(/^[\w-]{43}$/, "This link is incomplete.");

export const registerInput = z.strictObject({
  name: lineOfText(80),
  email: emailField,
  password: newPasswordField,
  customerId: customerIdField,
  customerName: lineOfText(80),
});
export type RegisterInput = z.input<typeof registerInput>;

export const requestSignUpInput = z.strictObject({ email: emailField });
export type RequestSignUpInput = z.input<typeof requestSignUpInput>;

export const signUpInput = registerInput.omit({ email: true }).extend({
  /** From the link in the e-mail, whose address becomes the user's. */
  invitationToken: mailedTokenField,
});
export type SignUpInput = z.input<typeof signUpInput>;

export const credentialsInput = z.strictObject({
  email: z.string().trim().toLowerCase().max(254),
  password: z.string().max(200),
});

export const requestPasswordResetInput = z.strictObject({ email: emailField });
export type RequestPasswordResetInput = z.input<typeof requestPasswordResetInput>;

export const resetPasswordInput = z.strictObject({
  token: mailedTokenField,
  password: newPasswordField,
});
export type ResetPasswordInput = z.input<typeof resetPasswordInput>;

export const changePasswordInput = z.strictObject({
  current: z.string().max(200),
  password: newPasswordField,
});
export type ChangePasswordInput = z.input<typeof changePasswordInput>;
