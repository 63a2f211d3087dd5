import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
/** The specification asks for 24 to 64. */
const SECRET_BYTES = 32;

/** A new secret as receivers write it into their settings: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
}

type Message = {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
};

/**
 * The headers that say who sent a message, by the Standard Webhooks specification
 * (https://github.com/standard-webhooks/standard-webhooks, "Signature scheme"): HMAC-SHA256 over id, seconds and body, in
 * base64, one for each secret in force, so that receivers can change theirs at their leisure.
 */
export function signedHeaders({ id, at, body }: Message, secrets: readonly string[]) {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": signatures.join(" "),
  };
}
