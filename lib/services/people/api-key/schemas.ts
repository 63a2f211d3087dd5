import { z } from "zod";
import { API_KEY_SCOPES } from "@/lib/domain/api-key/scopes";
import { wholeNumber } from "@/lib/domain/fields";

export const API_KEYS_MAX = 50;

export const createApiKeyInput = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, "Enter what the key is for.")
    .max(100)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, "Remove line breaks and control characters."),
  scopes: z
    .array(z.enum(API_KEY_SCOPES))
    .min(1, "Choose at least one permission.")
    .default(["pull"]),
  /** Null: until it is revoked. */
  validDays: wholeNumber(1, 3_650).nullable().default(null),
});
export type CreateApiKeyInput = z.input<typeof createApiKeyInput>;

export const apiKeyIdInput = z.strictObject({ apiKeyId: z.string().min(1).max(100) });
export type ApiKeyIdInput = z.input<typeof apiKeyIdInput>;
