import { randomBytes } from "node:crypto";
import type { Tx } from "@/lib/db/client";
import type { Draw, Event, Run } from "@/lib/db/generated/client";
import { HASH_BYTES, toHex } from "@/lib/domain/draw/bytes";
import {
  type Commitment,
  commitmentHash,
  commitmentText,
  createCommitment,
  isRoundLateEnough,
  signCommitment,
} from "@/lib/domain/draw/commitment";
import { drawRulesOf, sourceOfRun } from "@/lib/domain/draw/draw-setting";
import type { DrawPromise } from "@/lib/domain/event/settings";
import { drawHash } from "@/lib/secrets/draw-hash";
import { createDrawSigner } from "@/lib/secrets/draw-signer";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { seal, unseal } from "@/lib/secrets/seal";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { settingsOf } from "@/lib/services/ground/setting-columns";

/**
 * Promises the draw of a run that nobody has joined yet: stores a new sealed secret and the signed
 * commitment to it. Does nothing for an event without a draw. Throws `precondition_failed` when the start has passed,
 * because nobody would be in the draw, and when the beacon's round comes too early for the start. A
 * job that opens an occurrence too late opens it without a draw.
 */
export async function promiseDraw(
  tx: Tx,
  context: ServiceContext,
  { event, run }: { readonly event: Event; readonly run: Run },
): Promise<void> {
  const rules = settingsOf(event, "draw", "lanes", "protection");
  const setting = rules.draw;
  if (setting === null || event.startAt === null) return;
  const startAtMs = event.startAt.getTime();
  if (startAtMs <= Date.now()) {
    if (context.actor.type === "worker") return;
    const reason = "The start has passed. Choose a later start or turn the draw off.";
    throw new ServiceError("precondition_failed", reason, { fields: { startLocal: reason } });
  }
  const source = sourceOfRun(setting, startAtMs);
  if (!isRoundLateEnough(source, startAtMs)) {
    const reason = "The beacon's round is before the draw. Choose a later round or drand.";
    throw new ServiceError("precondition_failed", reason, { fields: { draw: reason } });
  }
  const [master] = masterKeysFromEnvironment();
  const signer = createDrawSigner(master);
  const secret = randomBytes(HASH_BYTES);
  const promised: Commitment = createCommitment(
    {
      customerId: context.customer.wireId,
      eventId: event.wireId,
      runId: String(run.number),
      startAtMs,
      source,
      ...drawRulesOf(rules),
      secret,
    },
    drawHash,
  );
  await tx.draw.create({
    data: {
      runId: run.id,
      commitment: commitmentText(promised),
      commitmentHash: toHex(commitmentHash(promised, drawHash)),
      commitmentSignature: toHex(signCommitment(promised, signer.sign)),
      publicKey: signer.publicKey,
      sealedSecret: seal(master, drawSealContext(run.id), secret.toString("base64url")),
    },
  });
}

type PromisedDraw = Pick<
  Draw,
  "commitment" | "commitmentHash" | "commitmentSignature" | "publicKey"
>;

/** What is published of a draw before the first join; null for a run without one. */
export function toDrawPromise(draw: PromisedDraw | null): DrawPromise | null {
  if (draw === null) return null;
  const { commitment, commitmentHash: hash, commitmentSignature: signature, publicKey } = draw;
  return { commitment, hash, signature, publicKey };
}

/** The secret of a draw. For the step that reveals it, after the members are frozen. */
export function openDrawSecret({ runId, sealedSecret }: Draw): Uint8Array {
  const text = unseal(masterKeysFromEnvironment(), drawSealContext(runId), sealedSecret);
  return Buffer.from(text, "base64url");
}

export function drawSealContext(runId: string): string {
  return `draw:${runId}`;
}
