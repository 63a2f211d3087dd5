import type { Suspension } from "@/lib/domain/event/standing";
import type { EventView } from "@/lib/services/event/event-view";
import type { EventLive } from "@/lib/services/event/get-live";

/** The states of an event, in the words of the console. */
export type EventState = {
  readonly label: string;
  readonly explanation: string;
  readonly tone: "neutral" | "live" | "waiting" | "paused" | "over";
};

type Phase = NonNullable<EventLive["snapshot"]>["phase"];

const STATES: Record<Phase, EventState> = {
  draft: { label: "Draft", explanation: "Not started yet. Visitors are told so.", tone: "neutral" },
  before: {
    label: "Before the start",
    explanation: "The pre-queue has not opened.",
    tone: "neutral",
  },
  "pre-queue": {
    label: "Pre-queue",
    explanation: "Visitors take numbers; nobody enters before the start.",
    tone: "waiting",
  },
  drawing: {
    label: "Drawing",
    explanation: "The order of the pre-queue is being drawn; nobody enters before it.",
    tone: "waiting",
  },
  dormant: {
    label: "Dormant",
    explanation: "Nobody waits; visitors go straight through.",
    tone: "live",
  },
  queueing: { label: "Queueing", explanation: "Visitors wait for their turn.", tone: "waiting" },
  running: {
    label: "Running",
    explanation: "Visitors enter in the order of their numbers.",
    tone: "live",
  },
  ended: { label: "Ended", explanation: "The end has passed; the line is closed.", tone: "over" },
  rejected: {
    label: "Rejecting",
    explanation: "Nobody is let in; visitors read your message.",
    tone: "paused",
  },
  stopped: {
    label: "Stopped",
    explanation: "The run is over; its places are worth nothing.",
    tone: "over",
  },
};

const PAUSED: EventState = {
  label: "Paused",
  explanation: "Nobody enters; everybody keeps their place.",
  tone: "paused",
};

const LET_THROUGH: EventState = {
  label: "Letting all through",
  explanation: "Everybody goes straight in, whatever the outflow.",
  tone: "live",
};

const OPENING: EventState = {
  label: "Opening",
  explanation: "The waiting rooms are taking the run over.",
  tone: "neutral",
};

const SUSPENDED: Record<Suspension, EventState> = {
  hold: {
    label: "On hold",
    explanation: "You are suspended: nobody enters, and everybody keeps their place.",
    tone: "paused",
  },
  "let-through": {
    label: "Let through",
    explanation: "You are suspended: everybody goes straight in.",
    tone: "paused",
  },
};

/**
 * The state to show of an open event: what the installation does with it, else what somebody decided about it, else the
 * phase of its line.
 */
export function eventState(
  event: Pick<EventView, "status" | "paused" | "letThrough">,
  phase: Phase | null,
  suspension: Suspension | null = null,
): EventState {
  if (event.status !== "open") return STATES[phase === "ended" ? "ended" : event.status];
  if (suspension !== null) return SUSPENDED[suspension];
  if (event.paused) return PAUSED;
  if (event.letThrough) return LET_THROUGH;
  if (phase === null || phase === "draft" || phase === "stopped") return OPENING;
  return STATES[phase];
}
