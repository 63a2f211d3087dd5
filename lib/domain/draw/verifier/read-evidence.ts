import { OctetReader, type Octets, octetsOfBase64Url } from "./octets";

/** What a visitor got when joining. */
export type ReceiptFields = {
  readonly kind: "receipt";
  readonly draw: Octets;
  readonly index: number;
  readonly queueIdHash: Octets;
  readonly joinedAtMs: number;
  readonly firstIndex: number;
  readonly count: number;
  readonly path: readonly Octets[];
  readonly signature: Octets;
};

/** What a visitor's page kept of the freeze before the beacon's round. */
export type KeptFreeze = {
  readonly kind: "freeze";
  readonly draw: Octets;
  readonly members: number;
  readonly groups: number;
  readonly totalRoot: Octets;
  readonly frozenAtMs: number;
  readonly signature: Octets;
};

/** Reads a line that a visitor kept; throws for anything but the one form that was handed out. */
export function readEvidence(line: string): ReceiptFields | KeptFreeze {
  const reader = new OctetReader(octetsOfBase64Url(line.slice(4)));
  const prefix = line.slice(0, 4);
  if (prefix !== "sr1." && prefix !== "sf1.") throw new RangeError("It is of no known kind.");
  const evidence = prefix === "sr1." ? readReceipt(reader) : readFreeze(reader);
  if (!reader.isDone) throw new RangeError("It is too long.");
  return evidence;
}

function readReceipt(reader: OctetReader): ReceiptFields {
  return {
    kind: "receipt",
    draw: reader.take(32),
    index: reader.number(8),
    queueIdHash: reader.take(32),
    joinedAtMs: reader.number(8),
    firstIndex: reader.number(8),
    count: reader.number(4),
    path: Array.from({ length: reader.number(1) }, () => reader.take(32)),
    signature: reader.take(64),
  };
}

function readFreeze(reader: OctetReader): KeptFreeze {
  return {
    kind: "freeze",
    draw: reader.take(32),
    members: reader.number(4),
    groups: reader.number(4),
    totalRoot: reader.take(32),
    frozenAtMs: reader.number(8),
    signature: reader.take(64),
  };
}
