import { equalsInConstantTime } from "@/connectors/src/core/hmac";
import { laneRightText } from "@/connectors/src/core/lane-right";

/** A lane that a connector has signed for one visitor. */
export type LaneRight = {
  /** The key of the lane. */
  readonly lane: string;
  /** Unique to this right: one use per id is for the caller to enforce. */
  readonly rightId: string;
};

/** What a right is checked against. Ids are those of the wire. */
export type LaneRightExpectation = {
  readonly customerId: string;
  readonly eventId: string;
  /** Any of them may have signed it. */
  readonly secrets: readonly string[];
  readonly nowMs: number;
  /** HMAC-SHA256 as lower-case hex. */
  readonly hmac: (secret: string, message: string) => string;
};

const RIGHT = /^(([a-z][a-z0-9-]{0,19})~(\d{1,12})~[a-z0-9]{0,20})~([0-9a-f]{64})$/;
/** Whoever comes before the line opens may wait for it on the page. */
const VALID_MS = 3_600_000;
const CLOCK_SKEW_MS = 300_000;

/**
 * Reads what a connector signed of the lane of a rule; null unless it is of this event, signed by one of the
 * secrets, at most an hour old and at most five minutes ahead. Never throws.
 */
export function readLaneRight(text: string, expected: LaneRightExpectation): LaneRight | null {
  const [, right = "", lane = "", seconds = "", signature = ""] = RIGHT.exec(text) ?? [];
  if (signature === "") return null;
  const ageMs = expected.nowMs - Number(seconds) * 1_000;
  if (ageMs > VALID_MS || ageMs < -CLOCK_SKEW_MS) return null;
  const signed = laneRightText(expected.customerId, expected.eventId, right);
  const isSigned = expected.secrets.some(
    (secret) => secret !== "" && equalsInConstantTime(expected.hmac(secret, signed), signature),
  );
  return isSigned ? { lane, rightId: `lane~${signature.slice(0, 32)}` } : null;
}
