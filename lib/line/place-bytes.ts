import type { Place } from "./place";

/** Times and numbers take six bytes: until the year 10,000 and beyond any line. */
const WIDE = 6;
const WON = 1;
const DRAWN = 2;
const ADMITTED = 4;
/** Where the fields of fixed length stand; the queue id follows after its length. */
const AT = { flags: 0, run: 1, lane: 5, number: 6, joined: 12, seen: 18, won: 24, drawn: 30 };
const ID_LENGTH_AT = 36;
const ID_AT = 37;
/** Of an admission: when, first when, renewals, returns, and the redirect type to the end. */
const ADMISSION = { at: 0, firstAt: 6, renewals: 12, returns: 13, type: 14 };

/** A place as bytes, big-endian. Throws for a queue id of more than 255 bytes. */
export function encodePlace(place: Place): Buffer {
  const { queueId, wonInterval, drawIndex, admission } = place;
  const idBytes = Buffer.byteLength(queueId);
  const typeBytes = admission === null ? 0 : Buffer.byteLength(admission.redirectType);
  const end = ID_AT + idBytes;
  // Each byte is written below.
  const bytes = Buffer.allocUnsafe(end + (admission === null ? 0 : ADMISSION.type + typeBytes));
  bytes[AT.flags] =
    (wonInterval === null ? 0 : WON) |
    (drawIndex === null ? 0 : DRAWN) |
    (admission === null ? 0 : ADMITTED);
  bytes.writeUInt32BE(place.runId, AT.run);
  bytes.writeUInt8(place.lane, AT.lane);
  bytes.writeUIntBE(place.number, AT.number, WIDE);
  bytes.writeUIntBE(place.joinedAtMs, AT.joined, WIDE);
  bytes.writeUIntBE(place.seenAtMs, AT.seen, WIDE);
  bytes.writeUIntBE(wonInterval ?? 0, AT.won, WIDE);
  bytes.writeUIntBE(drawIndex ?? 0, AT.drawn, WIDE);
  bytes.writeUInt8(idBytes, ID_LENGTH_AT);
  bytes.write(queueId, ID_AT);
  if (admission !== null) {
    bytes.writeUIntBE(admission.admittedAtMs, end + ADMISSION.at, WIDE);
    bytes.writeUIntBE(admission.firstAdmittedAtMs, end + ADMISSION.firstAt, WIDE);
    bytes.writeUInt8(admission.renewals, end + ADMISSION.renewals);
    bytes.writeUInt8(admission.returns, end + ADMISSION.returns);
    bytes.write(admission.redirectType, end + ADMISSION.type);
  }
  return bytes;
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
    admission: (flags & ADMITTED) === 0 ? null : decodeAdmission(bytes, end),
  };
}

function decodeAdmission(bytes: Buffer, start: number) {
  return {
    admittedAtMs: bytes.readUIntBE(start + ADMISSION.at, WIDE),
    firstAdmittedAtMs: bytes.readUIntBE(start + ADMISSION.firstAt, WIDE),
    renewals: bytes[start + ADMISSION.renewals] ?? 0,
    returns: bytes[start + ADMISSION.returns] ?? 0,
    redirectType: bytes.toString("utf8", start + ADMISSION.type),
  };
}
