import { createHash } from "node:crypto";
import { db, type Tx } from "@/lib/db/client";
import { API_ANSWER_KEPT_MS } from "@/lib/domain/retention/periods";
import { apiAnswerContext } from "@/lib/secrets/api-answer-seal";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { seal, unseal } from "@/lib/secrets/seal";
import { conflict } from "@/lib/services/ground/errors";

/** A request that has not been answered by now was cut off: no verb takes so long. */
const CUT_OFF_MS = 60_000;

/** A key of a program for one request. */
export type OnceKey = {
  readonly apiKeyId: string;
  /** The `Idempotency-Key`. */
  readonly key: string;
  readonly requestHash: string;
};

export type KeptAnswer = { readonly status: number; readonly body: string };
export type KeepAnswer = (tx: Pick<Tx, "apiAnswer">, answer: KeptAnswer) => Promise<void>;

/** By what two requests are the same: method, path and body, byte for byte. */
export function hashRequest(method: string, path: string, body: Uint8Array): string {
  return createHash("sha256").update(`${method} ${path}\n`).update(body).digest("hex");
}

/**
 * Carries out a request once in 24 hours, and answers those that repeat it as the first was answered. What `run` does in a
 * transaction keeps its answer there, so that both are stored or neither. What `run` throws is kept for nobody: nothing has
 * happened, and the key may be used again. Throws `conflict` for a key that another request has used, and while the first
 * is still being carried out.
 */
export async function onlyOnce(
  once: OnceKey,
  run: (keep: KeepAnswer) => Promise<KeptAnswer>,
): Promise<KeptAnswer & { readonly isRepeat: boolean }> {
  const kept = await claim(once);
  if (kept !== null) return { ...kept, isRepeat: true };
  const { apiKeyId, key } = once;
  const where = { apiKeyId_key: { apiKeyId, key } };
  let isKept = false;
  const keep: KeepAnswer = async (tx, { status, body }) => {
    await tx.apiAnswer.update({ where, data: { status, sealed: sealed(once, body) } });
    isKept = true;
  };
  try {
    const answer = await run(keep);
    if (!isKept) await keep(db(), answer);
    return { ...answer, isRepeat: false };
  } catch (error) {
    await db().apiAnswer.deleteMany({ where: { apiKeyId, key, status: null } });
    throw error;
  }
}

/** Null where the request is now the caller's to carry out. */
async function claim(once: OnceKey): Promise<KeptAnswer | null> {
  const { apiKeyId, key, requestHash } = once;
  const now = Date.now();
  const stale = [
    { createdAt: { lt: new Date(now - API_ANSWER_KEPT_MS) } },
    { status: null, createdAt: { lt: new Date(now - CUT_OFF_MS) } },
  ];
  await db().apiAnswer.deleteMany({ where: { apiKeyId, key, OR: stale } });
  const data = [{ apiKeyId, key, requestHash }];
  const { count } = await db().apiAnswer.createMany({ data, skipDuplicates: true });
  if (count === 1) return null;
  const row = await db().apiAnswer.findUnique({ where: { apiKeyId_key: { apiKeyId, key } } });
  if (row !== null && row.requestHash !== requestHash) {
    throw conflict("This Idempotency-Key was used for another request within 24 hours.");
  }
  if (row === null || row.status === null || row.sealed === null) {
    throw conflict("The first request with this Idempotency-Key is still being carried out.");
  }
  const { status } = row;
  return { status, body: unseal(masterKeysFromEnvironment(), apiAnswerContext(once), row.sealed) };
}

function sealed(once: OnceKey, body: string): string {
  return seal(masterKeysFromEnvironment()[0], apiAnswerContext(once), body);
}
