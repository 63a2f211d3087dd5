import { concatBytes, type Hash, textBytes, uint32Bytes } from "./bytes";

/** What the key of a draw is made of; nobody knew all of it before the beacon's round. */
export type DrawKeyParts = {
  /** 32 bytes whose hash was committed to before the first join. */
  readonly secret: Uint8Array;
  /** How many take part. */
  readonly size: number;
  /** The beacon's value; the bytes of a typed text; no bytes where there was none. */
  readonly beacon: Uint8Array;
  readonly customerId: string;
  readonly eventId: string;
  readonly runId: string;
};

/**
 * SHA-256 over secret ‖ N ‖ beacon ‖ event ‖ run. Each part stands after its length in bytes (4 bytes,
 * most significant first), so no two draws share the bytes that are hashed. N is 4 bytes, event is
 * "customerId/eventId", event and run are UTF-8.
 */
export function drawKey(parts: DrawKeyParts, hash: Hash): Uint8Array {
  const fields = [
    parts.secret,
    uint32Bytes(parts.size),
    parts.beacon,
    textBytes(`${parts.customerId}/${parts.eventId}`),
    textBytes(parts.runId),
  ];
  return hash(concatBytes(...fields.flatMap((field) => [uint32Bytes(field.length), field])));
}
