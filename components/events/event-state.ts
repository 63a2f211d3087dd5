import type { Suspension } from "@/lib/domain/event/standing";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { EventLive } from "@/lib/services/operation/live/get-live";

/** The states of an event, in the words of the console. */
export type EventState = {
  readonly label: string;
  readonly explanation: string;
  readonly tone: "neutral" | "live" | "waiting" | "paused" | "over";
};

type Phase = NonNullable<EventLive["snapshot"]>["phase"];

const STATES: Record<Phase, EventState> = {
  draft: { label: "Draft", explanation: "Not started. Visitors are told so.", tone: "neutral" },
  before: {
    label: "Before the start",
    explanation: "The pre-queue is not open yet.",
    tone: "neutral",
  },
  "pre-queue": {
    label: "Pre-queue",
    explanation: "Visitors get numbers. Nobody is admitted before the start.",
    tone: "waiting",
  },
  drawing: {
    label: "Drawing",
    explanation: "Drawing the pre-queue order. Nobody is admitted until it's done.",
    tone: "waiting",
  },
  dormant: {
    label: "Dormant",
    explanation: "Nobody is waiting. Visitors go straight to your site.",
    tone: "live",
  },
  queueing: {
    label: "Queueing",
    explanation: "Visitors are waiting for their turn.",
    tone: "waiting",
  },
  running: {
    label: "Running",
    explanation: "Visitors are admitted in order of their numbers.",
    tone: "live",
  },
  ended: {
    label: "Ended",
    explanation: "The end time has passed. The line is closed.",
    tone: "over",
  },
  rejected: {
    label: "Rejecting",
    explanation: "Nobody is admitted. Visitors see your message.",
    tone: "paused",
  },
  stopped: {
    label: "Stopped",
    explanation: "The run is over. Its places are no longer valid.",
    tone: "over",
  },
};

const PAUSED: EventState = {
  label: "Paused",
  explanation: "Nobody is admitted. Visitors keep their place.",
  tone: "paused",
};

const LET_THROUGH: EventState = {
  label: "Letting everyone through",
  explanation: "Every visitor goes straight to your site, regardless of the outflow.",
  tone: "live",
};

const OPENING: EventState = {
  label: "Opening",
  explanation: "Waiting rooms are loading the run.",
  tone: "neutral",
};

const UNKNOWN: EventState = {
  label: "Unknown",
  explanation: "The line can't be reached.",
  tone: "neutral",
};

const SOLD_OUT: EventState = {
  label: "Sold out",
  explanation: "Nobody is admitted. Visitors are told.",
  tone: "over",
};

/** Phases in which visitors would be admitted if anything were left. */
const ADMITTING: ReadonlySet<Phase> = new Set(["dormant", "queueing", "running"]);

const SUSPENDED: Record<Suspension, EventState> = {
  hold: {
    label: "On hold",
    explanation: "Your account is suspended. Nobody is admitted; visitors keep their place.",
    tone: "paused",
  },
  "let-through": {
    label: "Let through",
    explanation: "Your account is suspended. Every visitor goes straight to your site.",
    tone: "paused",
  },
};

/**
 * The state to show of an open event: what the installation does with it, else what somebody decided about it, else that
 * nothing is left, else the phase of its line.
 */
export function eventState(
  event: Pick<EventView, "status" | "paused" | "letThrough">,
  phase: Phase | null,
  {
    suspension = null,
    isSoldOut = false,
    isReached = true,
  }: {
    readonly suspension?: Suspension | null;
    readonly isSoldOut?: boolean;
    /** False while nothing is known of any line. */
    readonly isReached?: boolean;
  } = {},
): EventState {
  if (event.status !== "open") return STATES[phase === "ended" ? "ended" : event.status];
  if (suspension !== null) return SUSPENDED[suspension];
  if (event.paused) return PAUSED;
  if (event.letThrough) return LET_THROUGH;
  if (!isReached) return UNKNOWN;
  if (phase === null || phase === "draft" || phase === "stopped") return OPENING;
  return isSoldOut && ADMITTING.has(phase) ? SOLD_OUT : STATES[phase];
}
