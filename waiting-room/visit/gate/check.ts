import type { Decision } from "@/lib/domain/access-rule/compile-rules";
import type { Source } from "@/lib/line/scripts/sources";
import type { Exchange } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import type { Proven } from "@/waiting-room/visit/gate/challenge/proven";
import type { ServerContext } from "../server-context";
import type { Joiner } from "./asker";
import type { Presented } from "./captcha/present-captcha";
import type { StopVerdict } from "./verdict";

/** A visitor who wants a number, and what the checks so far have found out about them. */
export type Judging = {
  readonly context: ServerContext;
  readonly exchange: Exchange;
  readonly joiner: Joiner;
  /** The access rule that decides; null for none. */
  rule: Decision;
  /** What was brought of a CAPTCHA. */
  presented: Presented;
  proven: Proven;
  /** They need a proof to join. */
  isAsked: boolean;
  /** No limit holds them back. */
  isUnlimited: boolean;
  /** What the join is counted by. */
  sources: readonly Source[];
  /** The same where one of those is over its limit; null where it holds the join back. */
  sourcesIfBusy: readonly Source[] | null;
  /** One of the customer's networks is counted instead of the address. */
  isNetwork: boolean;
  /** How many times over its limit the address is at all events of the customer; 0 within it. */
  load: number;
  /** Reasons for the score of the place, as bits. */
  marks: number;
  /** What the answer to the join hands to the browser. */
  cookies: readonly string[];
};

type Stop = StopVerdict | null;

/** One feature of an event that looks at every join. */
export type Check = {
  /** Returns what the visitor gets instead of a number; null: the next check decides. */
  readonly judge: (judging: Judging) => Stop | Promise<Stop>;
  /** Called for each join that got a number. */
  readonly joined?: (context: ServerContext, exchange: Exchange, line: EventLine) => void;
};
