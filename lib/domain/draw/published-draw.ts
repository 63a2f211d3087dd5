import { type Beacon, beaconBytes } from "./beacon";
import { concatBytes, type Hash, type Sign, textBytes, toHex } from "./bytes";
import { type Commitment, commitmentText, versionOfDraw } from "./commitment";
import { drawKey } from "./draw-key";
import type { DrawRules } from "./draw-order";
import type { IndexRange } from "./exclusions";
import type { Freeze } from "./freeze";
import type { DrawGroup } from "./group";
import { type DrawLabel, labelDraw } from "./label";

const FILE_TAG = { 1: "stanchion/draw/file/1\n", 2: "stanchion/draw/file/2\n" };

/** All that there is to know of a draw once its secret is out. */
export type DrawRecord = {
  readonly commitment: Commitment;
  /** Of the commitment, 64 bytes. */
  readonly commitmentSignature: Uint8Array;
  readonly groups: readonly DrawGroup[];
  readonly freeze: Freeze;
  /** Rising; only in a draw of version 2. */
  readonly excluded?: readonly IndexRange[];
  readonly beacon: Beacon;
  /** 32 bytes. */
  readonly secret: Uint8Array;
};

/** The key of the draw's permutation, 32 bytes. */
export function keyOfDraw(
  record: Pick<DrawRecord, "commitment" | "freeze" | "beacon" | "secret">,
  hash: Hash,
): Uint8Array {
  const { commitment, freeze, beacon, secret } = record;
  const { customerId, eventId, runId } = commitment;
  const size = freeze.members;
  return drawKey({ secret, size, beacon: beaconBytes(beacon), customerId, eventId, runId }, hash);
}

/** What the order of a draw of version 2 has beside its members; undefined in version 1. */
export function rulesOfDraw({
  commitment,
  excluded = [],
}: Pick<DrawRecord, "commitment" | "excluded">): DrawRules | undefined {
  if (versionOfDraw(commitment) === 1) return undefined;
  const { lanes, exclusion } = commitment;
  const weights = lanes?.map(({ weight }) => weight) ?? [1];
  return { weights, excluded, action: exclusion?.action ?? "last" };
}

/**
 * The published file: one line of JSON without spaces, UTF-8, fields in this order, and a line feed.
 * Its last field signs all before it, so that every byte is bound.
 */
export function publishDraw(
  record: DrawRecord,
  hash: Hash,
  sign: Sign,
): DrawLabel & { readonly text: string } {
  const { commitment, freeze, beacon } = record;
  const label = labelDraw({ commitment, frozenAtMs: freeze.frozenAtMs, beacon });
  const v = versionOfDraw(commitment);
  const fields = [
    `"v":${v}`,
    `"commitment":${commitmentText(commitment)}`,
    field("commitmentSignature", toHex(record.commitmentSignature)),
    field(
      "groups",
      record.groups.map((group) => groupRow(group)),
    ),
    field("freeze", orderedFreeze(freeze)),
    ...(v === 1 ? [] : [field("excluded", rangeRows(record.excluded ?? []))]),
    field("beacon", orderedBeacon(beacon)),
    field("label", label.label),
    field("reason", label.reason),
    field("secret", toHex(record.secret)),
  ];
  const body = `{${fields.join(",")}}`;
  const signature = toHex(sign(concatBytes(textBytes(FILE_TAG[v]), hash(textBytes(body)))));
  return { ...label, text: `${body.slice(0, -1)},"signature":"${signature}"}\n` };
}

function field(name: string, value: unknown): string {
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
}

/** `[first index, count, root]`, and the lane where it is not the first. */
function groupRow({ firstIndex, count, root, lane }: DrawGroup) {
  return lane ? [firstIndex, count, root, lane] : [firstIndex, count, root];
}

function rangeRows(ranges: readonly IndexRange[]) {
  return ranges.map(({ firstIndex, count }) => [firstIndex, count]);
}

function orderedFreeze({ members, totalRoot, excluded, frozenAtMs, signature }: Freeze) {
  const exclusions = excluded && {
    excludedMembers: excluded.count,
    excludedHash: excluded.hash,
  };
  return { members, totalRoot, ...exclusions, frozenAtMs, signature };
}

function orderedBeacon(beacon: Beacon): Beacon {
  switch (beacon.type) {
    case "http-beacon": {
      const { type, url, round, value, receivedAtMs } = beacon;
      return { type, url, round, value, receivedAtMs };
    }
    case "typed":
      return { type: beacon.type, value: beacon.value };
    case "none":
      return { type: beacon.type };
  }
}
