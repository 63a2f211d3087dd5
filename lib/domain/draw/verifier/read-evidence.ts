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
  /** 0 is the first. */
  readonly lane: number;
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
  /** Null in version 1. */
  readonly excluded: { readonly members: number; readonly hash: Octets } | null;
  readonly frozenAtMs: number;
  readonly signature: Octets;
};

/** Reads a line that a visitor kept; throws for anything but the one form that was handed out. */
export function readEvidence(line: string): ReceiptFields | KeptFreeze {
  const reader = new OctetReader(octetsOfBase64Url(line.slice(4)));
  const prefix = line.slice(0, 4);
  const version = prefix[2] === "2" ? 2 : 1;
  if (prefix !== `sr${version}.` && prefix !== `sf${version}.`)
    throw new RangeError("It is of no known kind.");
  const evidence = prefix[1] === "r" ? readReceipt(reader, version) : readFreeze(reader, version);
  if (!reader.isDone) throw new RangeError("It is too long.");
  return evidence;
}

function readReceipt(reader: OctetReader, version: 1 | 2): ReceiptFields {
  const receipt = {
    kind: "receipt" as const,
    draw: reader.take(32),
    index: reader.number(8),
    queueIdHash: reader.take(32),
    joinedAtMs: reader.number(8),
    firstIndex: reader.number(8),
    count: reader.number(4),
    lane: version === 2 ? reader.number(1) : 0,
    path: Array.from({ length: reader.number(1) }, () => reader.take(32)),
    signature: reader.take(64),
  };
  if (version === 2 && receipt.lane === 0) throw new RangeError("The first lane has another form.");
  return receipt;
}

function readFreeze(reader: OctetReader, version: 1 | 2): KeptFreeze {
  return {
    kind: "freeze",
    draw: reader.take(32),
    members: reader.number(4),
    groups: reader.number(4),
    totalRoot: reader.take(32),
    excluded: version === 2 ? { members: reader.number(4), hash: reader.take(32) } : null,
    frozenAtMs: reader.number(8),
    signature: reader.take(64),
  };
}
