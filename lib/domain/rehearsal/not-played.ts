import type { QueueingMethod } from "@/lib/domain/event/settings";

/** What an event may have that a what-if leaves out, and that makes its figures differ from those of the sale. */
export const NOT_PLAYED = ["no-line", "lanes", "stock", "line-limit", "governor"] as const;
export type NotPlayed = (typeof NOT_PLAYED)[number];

/** What decides it. */
type Played = {
  readonly method: QueueingMethod;
  /** It admits by lottery. */
  readonly isByLottery: boolean;
  readonly lanes: number;
  readonly lineLimit: number | null;
  readonly isGoverned: boolean;
  readonly unitsPerAdmission: number;
  /** Its line counts a stock. */
  readonly countsStock: boolean;
};

/**
 * What a what-if about such an event leaves out. A site may report its stock only once the sale is on: then more than one
 * unit for each admission says that it will.
 */
export function notPlayedOf(event: Played): readonly NotPlayed[] {
  const hasNoLine = event.method === "passthrough" || event.method === "reject";
  const has: Readonly<Record<NotPlayed, boolean>> = {
    "no-line": hasNoLine || event.isByLottery,
    lanes: event.lanes > 1,
    stock: event.countsStock || event.unitsPerAdmission > 1,
    "line-limit": event.lineLimit !== null,
    governor: event.isGoverned,
  };
  return NOT_PLAYED.filter((one) => has[one]);
}
