import type { Phase } from "@/lib/domain/phase";
import type { LineMessage } from "./message";

/** Who reads a message: everybody, the visitors of one lane by its key, or everybody until the event opens. */
export type MessageAudience =
  | { readonly kind: "everyone" }
  | { readonly kind: "lane"; readonly lane: string }
  | { readonly kind: "before-opening" };

/** A message for some visitors, or for some time. Line time in milliseconds; null: from now, or until it is removed. */
export type TargetedMessage = LineMessage & {
  readonly audience: MessageAudience;
  readonly fromMs: number | null;
  readonly untilMs: number | null;
};

type Planned = Pick<TargetedMessage, "audience" | "fromMs" | "untilMs">;

export const EVERYONE: MessageAudience = { kind: "everyone" };

/** True for a message to all, from now, until it is removed: it needs nothing of this. */
export function isToEveryone({ audience, fromMs, untilMs }: Planned): boolean {
  return audience.kind === "everyone" && fromMs === null && untilMs === null;
}

/** A visitor at a moment. `lane` is the key of the lane that they hold a place in, once places are handed out. */
export type Reader = {
  readonly phase: Phase;
  readonly lane: string | undefined;
  readonly nowMs: number;
};

/** True while a visitor is to read it. */
export function isRead({ audience, fromMs, untilMs }: TargetedMessage, reader: Reader): boolean {
  const { phase, lane, nowMs } = reader;
  if (fromMs !== null && nowMs < fromMs) return false;
  if (untilMs !== null && nowMs >= untilMs) return false;
  if (audience.kind === "lane") return audience.lane === lane;
  return audience.kind === "everyone" || phase === "before" || phase === "pre-queue";
}

/** The next moment at which it appears or is withdrawn; null for none. */
export function nextTurnMs({ fromMs, untilMs }: TargetedMessage, nowMs: number): number | null {
  if (fromMs !== null && nowMs < fromMs) return fromMs;
  return untilMs !== null && nowMs < untilMs ? untilMs : null;
}

/** When visitors got it, or get it. */
export function shownAtMs({ sentAtMs, fromMs }: TargetedMessage): number {
  return Math.max(sentAtMs, fromMs ?? 0);
}

/** What a message is at a moment: to come, on the pages, or over. `startAtMs` is when the event opens. */
export function stageOfMessage(
  message: TargetedMessage,
  startAtMs: number | null,
  nowMs: number,
): "scheduled" | "shown" | "over" {
  const { audience, fromMs } = message;
  const endsMs = audience.kind === "before-opening" ? startAtMs : null;
  const untilMs = Math.min(message.untilMs ?? Infinity, endsMs ?? Infinity);
  if (nowMs >= untilMs) return "over";
  return fromMs !== null && nowMs < fromMs ? "scheduled" : "shown";
}

/** Of the event, what decides whether a message can ever be read. */
export type MessageEvent = {
  readonly lanes: readonly string[];
  readonly startAtMs: number | null;
  readonly endAtMs: number | null;
};

export type MessageProblem = {
  readonly field: "audience" | "fromLocal" | "untilLocal";
  readonly reason: string;
};

/** Why nobody would ever read it, at the field to change; null where somebody will. */
export function messageProblem(
  { audience, fromMs, untilMs }: Planned,
  { lanes, startAtMs, endAtMs }: MessageEvent,
  nowMs: number,
): MessageProblem | null {
  const isFor = audience.kind;
  const opensLater = startAtMs !== null && nowMs < startAtMs;
  if (audience.kind === "lane" && !lanes.includes(audience.lane))
    return { field: "audience", reason: "This event has no such lane." };
  if (isFor === "before-opening" && !opensLater)
    return { field: "audience", reason: "The event has already opened." };
  const lastMs = isFor === "before-opening" ? startAtMs : endAtMs;
  if (fromMs !== null && lastMs !== null && fromMs >= lastMs) {
    const what = isFor === "before-opening" ? "opens" : "ends";
    return { field: "fromLocal", reason: `The event ${what} before this time.` };
  }
  if (untilMs !== null && untilMs <= nowMs)
    return { field: "untilLocal", reason: "This time has passed." };
  if (untilMs !== null && untilMs <= (fromMs ?? 0))
    return { field: "untilLocal", reason: "Must be after the time it appears." };
  return null;
}
