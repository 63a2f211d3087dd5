import { z } from "zod";
import { API_KEY_SCOPES } from "@/lib/domain/api-key/scopes";
import { wholeNumber } from "@/lib/domain/fields";
import { PERMISSIONS } from "@/lib/domain/permissions/roles";
import { isWireId, WIRE_ID_RULE } from "@/lib/domain/wire-id";

export const API_KEYS_MAX = 50;

const EVENTS_MAX = 100;

export const keyNameField = z
  .string()
  .trim()
  .min(1, "Enter what the key is for.")
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, "Remove line breaks and control characters.");

export const createApiKeyInput = z
  .strictObject({
    name: keyNameField,
    scopes: z
      .array(z.enum(API_KEY_SCOPES))
      .min(1, "Choose at least one permission.")
      .default(["pull"]),
    /** What a key with the scope `api` may do there. */
    permissions: z.array(z.enum(PERMISSIONS)).default([]),
    /** The events that it may reach there; none: all. */
    eventIds: z.array(z.string().refine(isWireId, WIRE_ID_RULE)).max(EVENTS_MAX).default([]),
    /** Null: until it is revoked. */
    validDays: wholeNumber(1, 3_650).nullable().default(null),
  })
  .refine(({ scopes, permissions }) => scopes.includes("api") === permissions.length > 0, {
    path: ["permissions"],
    message: "Choose what the key may do through the API.",
  });
export type CreateApiKeyInput = z.input<typeof createApiKeyInput>;

export const apiKeyIdInput = z.strictObject({ apiKeyId: z.string().min(1).max(100) });
export type ApiKeyIdInput = z.input<typeof apiKeyIdInput>;
