import { z } from "zod";
import { countedNumber } from "@/lib/domain/fields";
import { parseUrl } from "@/lib/domain/parse-url";
import { eventIdField } from "@/lib/services/event/settings/inputs";

export const setAwsApiInput = z.strictObject({ isOn: z.boolean() });
export type SetAwsApiInput = z.input<typeof setAwsApiInput>;

export const rotateAwsKeyInput = z.strictObject({
  /** Tokens of the key before are verified for so long. */
  overlapHours: z.int().min(0).max(168).default(24),
});
export type RotateAwsKeyInput = z.input<typeof rotateAwsKeyInput>;

export const createAwsAccessKeyInput = z.strictObject({
  /** Calls that are signed with the access key may do what this key may; null takes the access key away. */
  apiKeyId: z.string().min(1).max(100).nullable(),
});
export type CreateAwsAccessKeyInput = z.input<typeof createAwsAccessKeyInput>;

const redirectUri = z
  .string()
  .max(500)
  .refine((text) => {
    const url = parseUrl(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.hash === "";
  }, "Enter a full URL without a fragment.");

export const saveAwsClientInput = z.strictObject({
  eventId: eventIdField,
  /** Exactly as the program sends them; none removes the client. */
  redirectUris: z.array(redirectUri).max(20),
  /** Changes the redirect URIs of a client alone. */
  keepsSecret: z.boolean().default(false),
});
export type SaveAwsClientInput = z.input<typeof saveAwsClientInput>;

export const generateAwsTokenInput = z.strictObject({
  eventId: eventIdField,
  /** As the waiting room gave it, and what it says. */
  requestId: z.string().min(1).max(1_400),
  place: z.strictObject({
    runId: countedNumber(1),
    lane: countedNumber(0),
    number: countedNumber(1),
    queueId: z.string().min(1).max(64),
    moves: countedNumber(0),
    keyPrint: z.string().nullable(),
  }),
  /** Null: the address of the public calls. */
  issuer: z.url().max(500).nullable().default(null),
  /** Null: the session. Never longer. */
  validitySeconds: countedNumber(1).nullable().default(null),
});
export type GenerateAwsTokenInput = z.output<typeof generateAwsTokenInput>;
