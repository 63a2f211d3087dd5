import type { AfterEvent } from "@/lib/domain/after-event/after-event";
import type { Lanes } from "@/lib/domain/lane/lane";
import type { LineMessage, MessageTexts } from "@/lib/domain/message/message";
import type { TargetedMessage } from "@/lib/domain/message/targeted-message";
import type { PublishedSettings } from "./settings/published";
import type { Suspension } from "./standing";

/**
 * Everything the visitor path knows about one event. The worker writes it to Redis whenever it
 * changes; `version` rises with each change and never falls.
 */
export type EventSettings = PublishedSettings & {
  readonly version: number;
  readonly customerId: string;
  readonly eventId: string;
  /**
   * Tells the event from others that had its id before it; never used again. Null for one of before there were any. It is
   * published in a field of its own.
   */
  readonly incarnation: string | null;
  /** When the event was deleted that had the id before: rights that were issued until then are of that one. Absent: none had. */
  readonly formerDeletedAtMs?: number;
  /** 0 until the event is started for the first time. */
  readonly runId: number;
  /** `ended`: the run lasted until its end; `stopped`: somebody stopped it before. */
  readonly status: "draft" | "open" | "stopped" | "ended";
  readonly paused: boolean;
  /** Somebody has switched on that everybody gets a challenge before joining; absent: nobody has. */
  readonly softBlock?: boolean;
  readonly pauseMessage: string | null;
  /** The same by language, where it was written in several; absent or null: in one. */
  readonly pauseMessages?: MessageTexts | null;
  /** When it was written; absent or null: not known. */
  readonly pauseMessageAtMs?: number | null;
  /** What an operator tells everybody while the line moves; absent or null: nothing. */
  readonly message?: LineMessage | null;
  /**
   * The same for some visitors or some time, instead of `message`. The version before does not know it, and shows it to
   * nobody. Absent: nothing.
   */
  readonly targetedMessage?: TargetedMessage;
  /** Line time in milliseconds; null for an always-on event. */
  readonly startAtMs: number | null;
  readonly endAtMs: number | null;
  /** Those that have a line of their own. */
  readonly lanes: Lanes;
  /** The lanes that are chances in the draw, where they share one line; null or absent: there are none. */
  readonly chances?: Lanes | null;
  readonly brand: EventBrand;
  /** What visitors get after the end; null for the page, and protected pages keep them out. */
  readonly afterEvent: AfterEvent | null;
  /** What was promised about the draw of this run's pre-queue; null where arrivals keep their order. */
  readonly draw: DrawPromise | null;
  /** The event's own key, sealed with the master key; null before it has one. */
  readonly sealedKey: string | null;
  /** What the installation does with the customer's events; absent: nothing. The rest follows it already. */
  readonly suspension?: Suspension;
  /**
   * Queue ids that were released from the false queue in this run, and by `letInName` the places whose visitors an operator
   * lets in; absent: none.
   */
  readonly releasedPlaces?: readonly string[];
  /** True in the archive and once it is being deleted: nobody gets in, whatever else is set. Absent: neither. */
  readonly isClosed?: boolean;
  /** True where the customer brought access codes, which need not be made as ours are. Absent: all codes were made here. */
  readonly hasOwnCodes?: boolean;
  /** True for the copy that a rehearsal plays with: its pages say so. Absent: no copy. */
  readonly isTest?: boolean;
};

/** A commitment as published before the first join. */
export type DrawPromise = {
  /** Its exact text. */
  readonly commitment: string;
  /** SHA-256 of the text, which names the draw, and the Ed25519 signature: hexadecimal. */
  readonly hash: string;
  readonly signature: string;
  /** 32 bytes in base64url. */
  readonly publicKey: string;
};

/** Who is next; `passthrough` lets everybody in, `reject` nobody. */
export type QueueingMethod = PublishedSettings["method"];

export type EventBrand = {
  readonly name: string;
  /** `#rrggbb`. */
  readonly colour: string;
  readonly logo: { readonly hash: string; readonly contentType: string } | null;
};
