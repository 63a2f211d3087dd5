import { randomUUID } from "node:crypto";
import type { Tx } from "@/lib/db/client";
import { newId } from "@/lib/platform/ids";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { seal } from "@/lib/secrets/seal";
import { secretKeyId } from "@/lib/secrets/secret-key-id";
import type { ServiceContext } from "@/lib/services/ground/context";
import { type SecretWithEvent, secretSealContext, WITH_EVENT } from "./secret-view";

const HINT_CHARACTERS = 4;

/** For which event a secret signs, by its database id (null: all), and whether it does at once. */
export type NewSecret = { readonly eventId: string | null; readonly isActive: boolean };

/** Makes a secret of 72 characters, two GUIDs, as connectors expect it, and seals it. */
export async function addSecret(
  tx: Tx,
  context: ServiceContext,
  { eventId, isActive }: NewSecret,
): Promise<SecretWithEvent> {
  const text = `${randomUUID()}${randomUUID()}`;
  const [master] = masterKeysFromEnvironment();
  return tx.secret.create({
    data: {
      id: newId("secret"),
      customerId: context.customer.id,
      eventId,
      sealed: seal(master, secretSealContext(context.customer.wireId), text),
      hint: text.slice(-HINT_CHARACTERS),
      keyId: secretKeyId(text),
      active: isActive,
      activatedAt: isActive ? new Date() : null,
    },
    include: WITH_EVENT,
  });
}
