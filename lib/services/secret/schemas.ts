import { z } from "zod";

/** How many secrets a customer may have: each is one more HMAC for a forged token. */
export const SECRETS_MAX = 5;

export const secretIdInput = z.strictObject({ secretId: z.string().min(1).max(100) });
export type SecretIdInput = z.input<typeof secretIdInput>;
