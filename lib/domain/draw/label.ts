import type { Beacon } from "./beacon";
import type { Commitment } from "./commitment";
import { FREEZE_AFTER_START_MS, ROUND_AFTER_START_MS } from "./timing";

/** Why a draw cannot be proven to outsiders. */
export type NotProvableReason =
  | "no-source"
  | "typed-value"
  | "beacon-silent"
  | "other-source"
  | "other-round"
  | "value-before-round"
  | "round-too-early"
  | "frozen-too-early"
  | "frozen-after-round";

export type DrawLabel =
  | { readonly label: "provable"; readonly reason: null }
  | { readonly label: "not-provable"; readonly reason: NotProvableReason };

/**
 * A draw is provable only if its randomness is the committed round of the committed beacon, which came
 * after its members were frozen at the committed start + 3 s. Otherwise the first reason is named.
 */
export function labelDraw(input: {
  readonly commitment: Commitment;
  readonly frozenAtMs: number;
  readonly beacon: Beacon;
}): DrawLabel {
  const reason = findReason(input);
  return reason ? { label: "not-provable", reason } : { label: "provable", reason: null };
}

function findReason(input: Parameters<typeof labelDraw>[0]): NotProvableReason | null {
  const { commitment, frozenAtMs, beacon } = input;
  const { source, startAtMs } = commitment;
  if (source.type === "none") return "no-source";
  if (source.type === "typed" || beacon.type === "typed") return "typed-value";
  if (beacon.type === "none") return "beacon-silent";
  if (!source.urls.includes(beacon.url)) return "other-source";
  if (source.round !== beacon.round) return "other-round";
  if (source.roundAtMs <= startAtMs + ROUND_AFTER_START_MS) return "round-too-early";
  if (frozenAtMs < startAtMs + FREEZE_AFTER_START_MS) return "frozen-too-early";
  if (frozenAtMs >= source.roundAtMs) return "frozen-after-round";
  return beacon.receivedAtMs < source.roundAtMs ? "value-before-round" : null;
}
