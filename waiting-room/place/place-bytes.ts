import type { Admission, Place } from "./place";

/** Bytes of a time or a number: enough until the year 10,000 and for any line. */
const WIDE = 6;
const WON = 1;
const DRAWN = 2;
const ADMITTED = 4;
const BOUND = 8;
const MOVE_CODE = 16;
/** The three highest bits of the flags count the moves; processes of an older version pass them over. */
const MOVES_SHIFT = 5;
/**
 * Offsets of the fields of fixed length; the queue id follows after its length. At `seen` stands the last
 * check-in of a visitor who waits, and the end of the seat of one who was let in.
 */
const AT = { flags: 0, run: 1, lane: 5, number: 6, joined: 12, seen: 18, won: 24, drawn: 30 };
const ID_LENGTH_AT = 36;
const ID_AT = 37;
/** A place without a queue id. */
export const LEAST_PLACE_BYTES = ID_AT;
/** Offsets in an admission. After the redirect type follow, where it is bound, the address and its length. */
const ADMISSION = { at: 0, firstAt: 6, renewals: 12, returns: 13, type: 14 };

/**
 * Writes a place into `bytes` from `start` on, big-endian, and returns where it ends. Throws for a queue id
 * or an address of more than 255 bytes.
 */
export function encodePlace(place: Place, bytes: Buffer, start: number): number {
  const { queueId, wonInterval, drawIndex, admission, moves, hasMoveCode } = place;
  bytes[start + AT.flags] =
    (wonInterval === null ? 0 : WON) |
    (drawIndex === null ? 0 : DRAWN) |
    (admission === null ? 0 : ADMITTED) |
    (admission === null || admission.address === null ? 0 : BOUND) |
    (hasMoveCode ? MOVE_CODE : 0) |
    (moves << MOVES_SHIFT);
  bytes.writeUInt32BE(place.runId, start + AT.run);
  bytes.writeUInt8(place.lane, start + AT.lane);
  bytes.writeUIntBE(place.number, start + AT.number, WIDE);
  bytes.writeUIntBE(place.joinedAtMs, start + AT.joined, WIDE);
  bytes.writeUIntBE(admission?.seatEndsAtMs ?? place.seenAtMs, start + AT.seen, WIDE);
  bytes.writeUIntBE(wonInterval ?? 0, start + AT.won, WIDE);
  bytes.writeUIntBE(drawIndex ?? 0, start + AT.drawn, WIDE);
  const idBytes = bytes.write(queueId, start + ID_AT);
  bytes.writeUInt8(idBytes, start + ID_LENGTH_AT);
  const end = start + ID_AT + idBytes;
  return admission === null ? end : writeAdmission(bytes, end, admission);
}

function writeAdmission(bytes: Buffer, start: number, admission: Admission): number {
  bytes.writeUIntBE(admission.admittedAtMs, start + ADMISSION.at, WIDE);
  bytes.writeUIntBE(admission.firstAdmittedAtMs, start + ADMISSION.firstAt, WIDE);
  bytes.writeUInt8(admission.renewals, start + ADMISSION.renewals);
  bytes.writeUInt8(admission.returns, start + ADMISSION.returns);
  const typeAt = start + ADMISSION.type;
  const typeEnd = typeAt + bytes.write(admission.redirectType, typeAt);
  if (admission.address === null) return typeEnd;
  const addressBytes = bytes.write(admission.address, typeEnd);
  return bytes.writeUInt8(addressBytes, typeEnd + addressBytes);
}

/**
 * The place that `encodePlace` wrote between `start` and `end`, with the print of its key. The caller has verified the
 * bytes.
 */
export function decodePlace(
  bytes: Buffer,
  start: number,
  end: number,
  keyPrint: string | null,
): Place {
  const flags = bytes[start + AT.flags] ?? 0;
  const idAt = start + ID_AT;
  const idEnd = idAt + (bytes[start + ID_LENGTH_AT] ?? 0);
  const joinedAtMs = bytes.readUIntBE(start + AT.joined, WIDE);
  const seenAtMs = bytes.readUIntBE(start + AT.seen, WIDE);
  const isAdmitted = (flags & ADMITTED) !== 0;
  return {
    runId: bytes.readUInt32BE(start + AT.run),
    lane: bytes[start + AT.lane] ?? 0,
    number: bytes.readUIntBE(start + AT.number, WIDE),
    queueId: bytes.toString("utf8", idAt, idEnd),
    joinedAtMs,
    seenAtMs: isAdmitted ? joinedAtMs : seenAtMs,
    wonInterval: (flags & WON) === 0 ? null : bytes.readUIntBE(start + AT.won, WIDE),
    drawIndex: (flags & DRAWN) === 0 ? null : bytes.readUIntBE(start + AT.drawn, WIDE),
    moves: flags >> MOVES_SHIFT,
    hasMoveCode: (flags & MOVE_CODE) !== 0,
    keyPrint,
    admission: isAdmitted ? decodeAdmission(bytes, idEnd, { end, flags, seenAtMs }) : null,
  };
}

function decodeAdmission(
  bytes: Buffer,
  start: number,
  { end, flags, seenAtMs }: Readonly<Record<"end" | "flags" | "seenAtMs", number>>,
): Admission {
  const isBound = (flags & BOUND) !== 0;
  const lengthAt = end - 1;
  const typeEnd = isBound ? lengthAt - (bytes[lengthAt] ?? 0) : end;
  const admittedAtMs = bytes.readUIntBE(start + ADMISSION.at, WIDE);
  return {
    admittedAtMs,
    firstAdmittedAtMs: bytes.readUIntBE(start + ADMISSION.firstAt, WIDE),
    renewals: bytes[start + ADMISSION.renewals] ?? 0,
    returns: bytes[start + ADMISSION.returns] ?? 0,
    // Older versions wrote the last check-in here, which was before the admission.
    seatEndsAtMs: Math.max(admittedAtMs, seenAtMs),
    redirectType: bytes.toString("utf8", start + ADMISSION.type, typeEnd),
    address: isBound ? bytes.toString("utf8", typeEnd, lengthAt) : null,
  };
}
