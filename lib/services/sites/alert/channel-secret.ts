import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { seal, unseal } from "@/lib/secrets/seal";

/** A channel's URL or key as it is stored. */
export function sealChannelSecret(wireId: string, secret: string): string {
  return seal(masterKeysFromEnvironment()[0], alertSealContext(wireId), secret);
}

/** The URL or key of a channel. */
export function channelSecret(wireId: string, sealed: string): string {
  return unseal(masterKeysFromEnvironment(), alertSealContext(wireId), sealed);
}

/** What it is bound to, so that it cannot be moved to another customer's row. */
export function alertSealContext(customerWireId: string): string {
  return `alert-channel:${customerWireId}`;
}
