import { z } from "zod";

export const API_KEYS_MAX = 50;

export const createApiKeyInput = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, "Say what the key is for.")
    .max(100)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, "Remove line breaks and control characters."),
});
export type CreateApiKeyInput = z.input<typeof createApiKeyInput>;

export const apiKeyIdInput = z.strictObject({ apiKeyId: z.string().min(1).max(100) });
export type ApiKeyIdInput = z.input<typeof apiKeyIdInput>;
