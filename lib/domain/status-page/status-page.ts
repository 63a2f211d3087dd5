import type { EventSettings } from "@/lib/domain/event/settings";
import { phaseAt } from "@/lib/domain/line/phase";
import type { Phase } from "@/lib/domain/phase";

/** How an event stands, for everybody. */
export type StatusState =
  | "open"
  | "queueing"
  | "paused"
  | "sold-out"
  | "before"
  | "drawing"
  | "closed"
  | "ended"
  | "unknown";

/** One event on the page. There is no number in it that would help a bot, and no id. */
export type StatusEvent = {
  readonly name: string;
  readonly state: StatusState;
  /** What visitors read during a pause. */
  readonly message: string | null;
  /** ISO 8601, UTC; of one that has not started. */
  readonly startsAt: string | null;
  readonly timeZone: string;
};

/** Something that changed, as the feed says it. */
export type StatusChange = {
  /** Says nothing of the event; stays the same. */
  readonly id: string;
  readonly at: string;
  readonly title: string;
  readonly message: string | null;
};

/** What the status page of a customer says. */
export type StatusPage = {
  readonly name: string;
  /** `#rrggbb`. */
  readonly colour: string;
  /** When the page was made public at the earliest: what the feed says without a change. */
  readonly since: string;
  readonly events: readonly StatusEvent[];
  /** The newest first. */
  readonly changes: readonly StatusChange[];
};

/** What of a line the page needs to know. */
type Line = {
  readonly lineTimeMs: number;
  readonly waiting: number;
  readonly drawOpensAtMs: number;
  readonly stock: number | null;
};

/** How an event stands; `line` is null where nobody can see it. */
export function statusState(
  settings: EventSettings,
  line: Line | null,
  nowMs: number,
): StatusState {
  const phase = phaseAt(settings, line?.lineTimeMs ?? nowMs, line ?? NO_LINE);
  const state = STATE_OF[phase];
  if (state !== "open") return state;
  if (settings.paused) return "paused";
  if (line === null) return "unknown";
  if (line.stock !== null && line.stock <= 0) return "sold-out";
  return line.waiting > 0 ? "queueing" : "open";
}

const NO_LINE = { waiting: 0, drawOpensAtMs: 0 };

const STATE_OF: Readonly<Record<Phase, StatusState>> = {
  ...{ draft: "closed", before: "before", "pre-queue": "before", drawing: "drawing" },
  ...{ running: "open", queueing: "open", dormant: "open" },
  ...{ rejected: "closed", stopped: "ended", ended: "ended" },
};

/** The types of domain events that the feed tells, in its words. */
export const STATUS_CHANGES = {
  "event.opened": "Waiting room opened",
  "event.ended": "Ended",
  "event.paused": "Paused",
  "event.resumed": "Open again after a pause",
  "event.queueing_started": "Visitors are waiting",
  "event.queueing_ended": "No more waiting",
  "event.sold_out": "Sold out",
  "event.back_in_stock": "Available again",
} as const;

export type StatusChangeType = keyof typeof STATUS_CHANGES;

export function isStatusChangeType(type: string): type is StatusChangeType {
  return Object.hasOwn(STATUS_CHANGES, type);
}

/** What the page says of an event: `Paused: The shop is checking payments.` */
export function statusWords({ state, message, startsAt, timeZone }: StatusEvent): string {
  if (state === "paused" && message !== null) return `Paused: ${message}`;
  if (state === "before" && startsAt !== null) return `Starts at ${momentIn(startsAt, timeZone)}`;
  return WORDS[state];
}

const WORDS: Readonly<Record<StatusState, string>> = {
  ...{ open: "Open", queueing: "Visitors are waiting", paused: "Paused", "sold-out": "Sold out" },
  ...{ before: "Not started", drawing: "Draw in progress", closed: "Closed", ended: "Ended" },
  unknown: "Unknown at the moment",
};

function momentIn(at: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone, dateStyle: "long", timeStyle: "short" },
  });
  return `${format.format(new Date(at))} (${timeZone.replaceAll("_", " ")})`;
}
