import { z } from "zod";
import { eventIdField } from "@/lib/services/event/settings/inputs";

/** How many secrets a scope may have: checking a forged token costs an HMAC for each. */
export const SECRETS_MAX = 5;

export const createSecretInput = z.strictObject({
  /** The event that it signs for; null for all events that have no secret of their own. */
  eventId: eventIdField.nullable().default(null),
});
export type CreateSecretInput = z.input<typeof createSecretInput>;

export const secretIdInput = z.strictObject({ secretId: z.string().min(1).max(100) });
export type SecretIdInput = z.input<typeof secretIdInput>;
