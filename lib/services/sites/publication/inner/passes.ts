import type { Tx } from "@/lib/db/client";
import type { PublishedPasses } from "@/lib/domain/integration-config/model";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { createPassSigner } from "@/lib/secrets/pass-signer";
import { settingsOf } from "@/lib/services/ground/setting-columns";

/**
 * What connectors need to check passes now: the key of each master key that is set, so that one can follow another,
 * and the events that have passes with their run. Null where no event has any.
 */
export async function publishedPasses(
  tx: Tx,
  customer: { readonly id: string; readonly wireId: string },
): Promise<PublishedPasses | null> {
  const events = await tx.event.findMany({
    where: {
      customerId: customer.id,
      testOf: null,
      // Most have the public token alone: their rows are not read.
      settings: { path: ["protection", "pass", "kind"], not: "knownuser" },
    },
    select: { wireId: true, currentRun: true, settings: true },
    orderBy: { wireId: "asc" },
  });
  const passes = events.flatMap(({ wireId, currentRun, ...row }) => {
    const kind = settingsOf(row, "protection").protection?.pass.kind ?? "knownuser";
    if (kind === "knownuser") return [];
    return [{ EventId: wireId, Run: currentRun, AllowsToken: kind === "both" }];
  });
  if (passes.length === 0) return null;
  const signers = masterKeysFromEnvironment().map((one) => createPassSigner(one, customer.wireId));
  const keys = signers.map(({ keyId, publicKey }) => ({ KeyId: keyId, PublicKey: publicKey }));
  return { Keys: keys, Events: passes };
}
