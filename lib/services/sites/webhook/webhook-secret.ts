import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { seal, unseal } from "@/lib/secrets/seal";
import { newWebhookSecret } from "@/lib/secrets/webhook-signature";

type Held = {
  readonly wireId: string;
  readonly sealed: string;
  readonly sealedBefore: string | null;
};

/** The secrets that sign, the newest first: the one before it only while it is still taken. */
export function secretsOf({ wireId, sealed, sealedBefore }: Held): readonly string[] {
  const held = sealedBefore === null ? [sealed] : [sealed, sealedBefore];
  return held.map((one) => unseal(masterKeysFromEnvironment(), webhookSealContext(wireId), one));
}

/** A new secret, and how it is stored. */
export function sealNewSecret(wireId: string): { readonly text: string; readonly sealed: string } {
  const text = newWebhookSecret();
  return { text, sealed: seal(masterKeysFromEnvironment()[0], webhookSealContext(wireId), text) };
}

/** What a sealed secret is bound to, so that it cannot be moved to another customer's row. */
export function webhookSealContext(customerWireId: string): string {
  return `webhook:${customerWireId}`;
}
