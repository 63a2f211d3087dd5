import type { Admission, Place } from "./place";

/** Times and numbers take six bytes: until the year 10,000 and beyond any line. */
const WIDE = 6;
const WON = 1;
const DRAWN = 2;
const ADMITTED = 4;
const BOUND = 8;
/** Where the fields of fixed length stand; the queue id follows after its length. */
const AT = { flags: 0, run: 1, lane: 5, number: 6, joined: 12, seen: 18, won: 24, drawn: 30 };
const ID_LENGTH_AT = 36;
const ID_AT = 37;
/**
 * Of an admission: when, first when, renewals, returns, then the redirect type and, where bound, the
 * address and its length.
 */
const ADMISSION = { at: 0, firstAt: 6, renewals: 12, returns: 13, type: 14 };

/** A place as bytes, big-endian. Throws for a queue id of more than 255 bytes. */
export function encodePlace(place: Place): Buffer {
  const { queueId, wonInterval, drawIndex, admission } = place;
  const idBytes = Buffer.byteLength(queueId);
  const end = ID_AT + idBytes;
  // Each byte is written below.
  const bytes = Buffer.allocUnsafe(end + admissionBytes(admission));
  bytes[AT.flags] =
    (wonInterval === null ? 0 : WON) |
    (drawIndex === null ? 0 : DRAWN) |
    (admission === null ? 0 : ADMITTED) |
    (admission === null || admission.address === null ? 0 : BOUND);
  bytes.writeUInt32BE(place.runId, AT.run);
  bytes.writeUInt8(place.lane, AT.lane);
  bytes.writeUIntBE(place.number, AT.number, WIDE);
  bytes.writeUIntBE(place.joinedAtMs, AT.joined, WIDE);
  bytes.writeUIntBE(place.seenAtMs, AT.seen, WIDE);
  bytes.writeUIntBE(wonInterval ?? 0, AT.won, WIDE);
  bytes.writeUIntBE(drawIndex ?? 0, AT.drawn, WIDE);
  bytes.writeUInt8(idBytes, ID_LENGTH_AT);
  bytes.write(queueId, ID_AT);
  if (admission !== null) writeAdmission(bytes, end, admission);
  return bytes;
}

function admissionBytes(admission: Admission | null): number {
  if (admission === null) return 0;
  const { redirectType, address } = admission;
  const bound = address === null ? 0 : Buffer.byteLength(address) + 1;
  return ADMISSION.type + Buffer.byteLength(redirectType) + bound;
}

function writeAdmission(bytes: Buffer, start: number, admission: Admission): void {
  bytes.writeUIntBE(admission.admittedAtMs, start + ADMISSION.at, WIDE);
  bytes.writeUIntBE(admission.firstAdmittedAtMs, start + ADMISSION.firstAt, WIDE);
  bytes.writeUInt8(admission.renewals, start + ADMISSION.renewals);
  bytes.writeUInt8(admission.returns, start + ADMISSION.returns);
  const typeAt = start + ADMISSION.type;
  const typeBytes = bytes.write(admission.redirectType, typeAt);
  if (admission.address === null) return;
  const addressBytes = bytes.write(admission.address, typeAt + typeBytes);
  bytes.writeUInt8(addressBytes, bytes.length - 1);
}

/** The place that `encodePlace` wrote; the bytes are known to be ours. */
export function decodePlace(bytes: Buffer): Place {
  const flags = bytes[AT.flags] ?? 0;
  const end = ID_AT + (bytes[ID_LENGTH_AT] ?? 0);
  return {
    runId: bytes.readUInt32BE(AT.run),
    lane: bytes[AT.lane] ?? 0,
    number: bytes.readUIntBE(AT.number, WIDE),
    queueId: bytes.toString("utf8", ID_AT, end),
    joinedAtMs: bytes.readUIntBE(AT.joined, WIDE),
    seenAtMs: bytes.readUIntBE(AT.seen, WIDE),
    wonInterval: (flags & WON) === 0 ? null : bytes.readUIntBE(AT.won, WIDE),
    drawIndex: (flags & DRAWN) === 0 ? null : bytes.readUIntBE(AT.drawn, WIDE),
    admission: (flags & ADMITTED) === 0 ? null : decodeAdmission(bytes, end, (flags & BOUND) !== 0),
  };
}

function decodeAdmission(bytes: Buffer, start: number, isBound: boolean): Admission {
  const lengthAt = bytes.length - 1;
  const typeEnd = isBound ? lengthAt - (bytes[lengthAt] ?? 0) : bytes.length;
  return {
    admittedAtMs: bytes.readUIntBE(start + ADMISSION.at, WIDE),
    firstAdmittedAtMs: bytes.readUIntBE(start + ADMISSION.firstAt, WIDE),
    renewals: bytes[start + ADMISSION.renewals] ?? 0,
    returns: bytes[start + ADMISSION.returns] ?? 0,
    redirectType: bytes.toString("utf8", start + ADMISSION.type, typeEnd),
    address: isBound ? bytes.toString("utf8", typeEnd, lengthAt) : null,
  };
}
