import { z } from "zod";
import { API_KEY_SCOPES } from "@/lib/domain/api-key/scopes";
import { PERMISSIONS } from "@/lib/domain/permissions/roles";
import { moment } from "./event";
import { named } from "./names";

/** A secret, never its text. */
export const secretAnswer = named(
  "Secret",
  z.object({
    id: z.string(),
    hint: z.string(),
    keyId: z.string().nullable(),
    state: z.enum(["staged", "active", "accepted"]),
    event: z.object({ eventId: z.string(), name: z.string() }).nullable(),
    isActive: z.boolean(),
    isRevealed: z.boolean(),
    createdAt: moment,
  }),
);

export const secretTextAnswer = z.object({ text: z.string() });
export const revokedSecretAnswer = z.object({ successor: secretAnswer.nullable() });

/** An API key, never its text. */
export const apiKeyAnswer = named(
  "ApiKey",
  z.object({
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    scopes: z.array(z.enum(API_KEY_SCOPES)),
    permissions: z.array(z.enum(PERMISSIONS)),
    eventIds: z.array(z.string()),
    isUnscoped: z.boolean(),
    expiresAt: moment.nullable(),
    isExpired: z.boolean(),
    createdAt: moment,
    revokedAt: moment.nullable(),
  }),
);

/** A new key with its text, which nobody sees again. */
export const createdApiKeyAnswer = named(
  "CreatedApiKey",
  apiKeyAnswer.extend({ text: z.string() }),
);

/** By the key's id. */
export const apiKeyUsesAnswer = z.record(z.string(), moment);

/** A customer's keys of one CAPTCHA vendor, never the secret. */
export const captchaKeysAnswer = named(
  "CaptchaKeys",
  z.object({ provider: z.string(), siteKey: z.string(), hint: z.string(), updatedAt: moment }),
);
