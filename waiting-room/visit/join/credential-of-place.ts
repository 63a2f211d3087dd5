import { createHash, randomUUID } from "node:crypto";
import type { JoinCredential } from "./read-join-credential";

/** What is random in a queue id; the rest says by which credential the place came. */
const RANDOM_CHARACTERS = 24;

/**
 * A queue id for whoever joins with a credential. It can be told of it by `cameBy` alone, so that nothing has to be kept;
 * without the credential it says nothing.
 */
export function newQueueIdBy(credential: JoinCredential): string {
  return withCredential(randomUUID(), credential);
}

/** Whether a place with this queue id was joined with this credential. */
export function cameBy(queueId: string, credential: JoinCredential): boolean {
  return queueId === withCredential(queueId, credential);
}

function withCredential(queueId: string, { tokenId, codeId }: JoinCredential): string {
  const random = queueId.slice(0, RANDOM_CHARACTERS);
  const hash = createHash("sha256").update(`${random} ${tokenId} ${codeId}`).digest("hex");
  return random + hash.slice(0, queueId.length - RANDOM_CHARACTERS);
}
