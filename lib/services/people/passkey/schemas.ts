import { z } from "zod";
import { lineOfText } from "@/lib/domain/fields";
import { challengeTokenField } from "@/lib/services/people/factor/challenge";

const base64url = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(most);
const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional(),
  clientExtensionResults: z
    .custom<object>((value) => typeof value === "object" && value !== null)
    .transform(() => ({})),
};

/** What a browser says for a passkey that signs in. Extensions are not asked for, and not read. */
export const assertionField = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(2_000),
    userHandle: base64url(200).optional(),
  }),
});
export type Assertion = z.output<typeof assertionField>;

/** What it says for a passkey that it has made. */
const attestationField = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(16_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

const passkeyName = lineOfText(60);

export const addPasskeyInput = z.strictObject({
  token: challengeTokenField,
  name: passkeyName,
  response: attestationField,
});
export type AddPasskeyInput = z.input<typeof addPasskeyInput>;

export const assertionInput = z.strictObject({
  token: challengeTokenField,
  response: assertionField,
});
export type AssertionInput = z.input<typeof assertionInput>;

export const passkeyIdInput = z.strictObject({ passkeyId: z.string().max(60) });
export type PasskeyIdInput = z.input<typeof passkeyIdInput>;

export const renamePasskeyInput = passkeyIdInput.extend({ name: passkeyName });
export type RenamePasskeyInput = z.input<typeof renamePasskeyInput>;
