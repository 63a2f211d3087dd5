import type { OfferedChallenge } from "@/lib/domain/visitor-api/visitor-api";
import type { Source } from "@/lib/line/scripts/sources";
import type { Wait } from "@/waiting-room/visit/gate/challenge/offer-challenge";

/** The join call is made; it counts, and may still ask for a proof. */
export type JoinVerdict = {
  readonly type: "join";
  /** True where the visitor has brought a valid proof: then no limit of a source holds them back. */
  readonly proven: boolean;
  readonly sources: readonly Source[];
  /** What counts the join where one of those is over its limit; null where it holds the join back. */
  readonly sourcesIfBusy: readonly Source[] | null;
  /** Reasons for the score of the place, as bits. */
  readonly marks: number;
  /** What the answer to the join hands to the browser. */
  readonly cookies: readonly string[];
};

/** What the gate says of somebody who wants a number. */
export type Verdict = JoinVerdict | StopVerdict;

/** Nothing is taken, and this is answered instead. */
export type StopVerdict =
  | {
      readonly type: "challenge";
      readonly challenge: OfferedChallenge;
      /** Instead, for whoever cannot calculate. */
      readonly wait: Wait;
    }
  | { readonly type: "let-by" }
  /** A place that looks like any other is answered, which is never called. */
  | { readonly type: "false-queue" }
  /** `rule` is the number of the access rule that says so; absent where none does. */
  | { readonly type: "block"; readonly reason: string; readonly rule?: number }
  /** Come again after so many seconds. */
  | { readonly type: "later"; readonly seconds: number };
