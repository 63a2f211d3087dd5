import type { AdmissionSetting } from "@/lib/domain/admission/admission-setting";
import type { AfterEvent } from "@/lib/domain/after-event/after-event";
import type { Lanes } from "@/lib/domain/lane/lane";
import type { LineMessage, MessageTexts } from "@/lib/domain/message/message";
import type { NoticeSetting } from "@/lib/domain/notice/notice-setting";
import type { Language } from "@/lib/domain/page-texts/languages";
import type { Protection } from "@/lib/domain/protection/protection";
import type { TurnSetting } from "@/lib/domain/turn/turn-setting";
import type { Suspension } from "./standing";

/**
 * Everything the visitor path knows about one event. The worker writes it to Redis whenever it
 * changes; `version` rises with each change and never falls.
 */
export type EventSettings = {
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
  readonly name: string;
  readonly kind: "always-on" | "scheduled";
  /** `ended`: the run lasted until its end; `stopped`: somebody stopped it before. */
  readonly status: "draft" | "open" | "stopped" | "ended";
  readonly paused: boolean;
  /** Somebody has switched on that everybody gets a challenge before joining; absent: nobody has. */
  readonly softBlock?: boolean;
  readonly pauseMessage: string | null;
  /** The same by language, where it was written in several; absent or null: in one. */
  readonly pauseMessages?: MessageTexts | null;
  /** What an operator tells everybody while the line moves; absent or null: nothing. */
  readonly message?: LineMessage | null;
  /** In what language visitors read who ask for none that we have; absent: English. */
  readonly language?: Language;
  /** Line time in milliseconds; null for an always-on event. */
  readonly startAtMs: number | null;
  readonly preQueueMinutes: number;
  readonly endAtMs: number | null;
  readonly timeZone: string;
  readonly targetUrl: string;
  /** `host`, `host:port` or `*.host`; the host of `targetUrl` is always allowed. */
  readonly allowedHosts: readonly string[];
  /** Sites whose scripts may ask for their visitors, such as `https://app.example`; absent: none. */
  readonly apiOrigins?: readonly string[];
  /** Sites that may show the waiting page in a frame, as origins; absent: none. */
  readonly frameOrigins?: readonly string[];
  /** Nobody joins without an enqueue token or an access code. */
  readonly inviteOnly: boolean;
  /** Admission by lottery instead of a line; null for a line. */
  readonly admission: AdmissionSetting | null;
  /** After so many minutes without a check-in a place is given up; null: never. */
  readonly absenceMinutes: number | null;
  readonly method: QueueingMethod;
  /** Nobody skips the page: the event is never dormant. */
  readonly queueAll: boolean;
  readonly outflowPerMinute: number;
  /** Always-on: while nobody waits, so many a minute go straight in; null: as many as the outflow. */
  readonly safetyNetPerMinute: number | null;
  /** With so many on the site nobody goes straight in; null: no such limit. */
  readonly safetyNetActive: number | null;
  /** How many may be on the site at once; null means no limit. */
  readonly activeCap: number | null;
  /** Where stock is counted, each admission reserves so many units: the most that one order may have. */
  readonly unitsPerAdmission: number;
  /** Those that have a line of their own. */
  readonly lanes: Lanes;
  /** The lanes that are chances in the draw, where they share one line; null or absent: there are none. */
  readonly chances?: Lanes | null;
  /** How many may wait; null means no limit. */
  readonly lineLimit: number | null;
  readonly queueTokenValiditySeconds: number;
  /** Queue tokens count only from the network address that was admitted. */
  readonly bindsToAddress: boolean;
  readonly sessionMinutes: number;
  readonly sessionMode: "sliding" | "fixed";
  /** Programs that speak Cloudflare's JSON wait here too; absent where nobody could choose it: they do not. */
  readonly cloudflareJson?: boolean;
  /** Whether whoever's turn comes has to say that they are there; null or absent: nobody has to. */
  readonly turn?: TurnSetting | null;
  /** How bots and hoarders are held back; null or absent: nothing is. */
  readonly protection?: Protection | null;
  readonly waitingStatusCode: 200 | 202 | 429 | 503;
  readonly brand: EventBrand;
  /** The key of the theme that its pages wear; null, and absent where nobody could choose one: the brand alone. */
  readonly theme?: string | null;
  /** How visitors may be told of their turn; absent: not at all. */
  readonly notices?: NoticeSetting;
  /** What visitors get after the end; null for the page, and protected pages keep them out. */
  readonly afterEvent: AfterEvent | null;
  /** What was promised about the draw of this run's pre-queue; null where arrivals keep their order. */
  readonly draw: DrawPromise | null;
  /** The event's own key, sealed with the master key; null before it has one. */
  readonly sealedKey: string | null;
  /** What the installation does with the customer's events; absent: nothing. The rest follows it already. */
  readonly suspension?: Suspension;
  /** Queue ids that were released from the false queue in this run; absent: none. */
  readonly releasedPlaces?: readonly string[];
  /** True in the archive and once it is being deleted: nobody gets in, whatever else is set. Absent: neither. */
  readonly isClosed?: boolean;
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
export type QueueingMethod = "fifo" | "random" | "passthrough" | "reject";

export type EventBrand = {
  readonly name: string;
  /** `#rrggbb`. */
  readonly colour: string;
  readonly logo: { readonly hash: string; readonly contentType: string } | null;
};
