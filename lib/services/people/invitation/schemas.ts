import { z } from "zod";
import { lineOfText } from "@/lib/domain/fields";
import { ROLES } from "@/lib/domain/permissions/roles";
import { emailField, mailedTokenField, newPasswordField } from "@/lib/services/people/user/schemas";

export const createInvitationInput = z.strictObject({ email: emailField, role: z.enum(ROLES) });
export type CreateInvitationInput = z.input<typeof createInvitationInput>;

export const revokeInvitationInput = z.strictObject({ invitationId: z.string() });
export type RevokeInvitationInput = z.input<typeof revokeInvitationInput>;

export const invitationTokenInput = z.strictObject({ token: mailedTokenField });

/** For somebody who has no user yet; the e-mail is the invitation's. */
export const joinInput = z.strictObject({
  token: mailedTokenField,
  name: lineOfText(80),
  password: newPasswordField,
});
export type JoinInput = z.input<typeof joinInput>;
