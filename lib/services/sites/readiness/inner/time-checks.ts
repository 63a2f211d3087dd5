import type { DrawSetting } from "@/lib/domain/draw/draw-source";
import type { PromisedOpening } from "@/lib/domain/schedule/promised-opening";
import { type Finding, fine, momentIn, needs, number } from "./finding";

/** The times of an event. Instants in ms. */
export type TimeFacts = {
  readonly eventId: string;
  readonly isScheduled: boolean;
  readonly timeZone: string;
  readonly opening: PromisedOpening | null;
  /** Of its next occurrence where schedules set them. */
  readonly startAtMs: number | null;
  readonly endAtMs: number | null;
  readonly preQueueMinutes: number;
  /** Where the pre-queue's randomness comes from; null without a draw. */
  readonly draw: NonNullable<DrawSetting>["type"] | null;
  readonly outflowPerMinute: number;
  readonly sessionMinutes: number;
  readonly nowMs: number;
};

type Check = (event: TimeFacts) => Finding;

const MINUTE_MS = 60_000;
const scheduleOf = ({ eventId }: TimeFacts) => `/events/${eventId}/settings/schedule`;
const plural = (count: number, word: string) =>
  `${number.format(count)} ${word}${count === 1 ? "" : "s"}`;

export const opensByItself: Check = (event) => {
  const { opening, eventId, timeZone } = event;
  const schedule = scheduleOf(event);
  if (opening === null)
    return fine("No opening is planned. It's open or starts when you start it.");
  if (opening.type === "undated")
    return needs("wrong", "There is no start time.", "Set a start", schedule);
  const at = momentIn(timeZone, opening.atMs);
  switch (opening.type) {
    case "opens":
      return fine(`It opens on ${at}.`);
    case "unarmed":
      return needs(
        "wrong",
        `It won't open on ${at} until it is scheduled.`,
        "Schedule it",
        `/events/${eventId}`,
      );
    case "missed":
      return needs("look", `The start, ${at}, has passed.`, "Change the start", schedule);
    case "over":
      return needs("wrong", "It can't open after its end.", "Change the times", schedule);
  }
};

/** A sale shorter than one session is more likely a slip than meant. */
export const endsInTime: Check = (event) => {
  const { isScheduled, startAtMs, endAtMs, nowMs, outflowPerMinute, sessionMinutes } = event;
  if (!isScheduled) return fine("Always on, without an end.");
  if (endAtMs === null) return fine("No end is set. It stays open until you stop it.");
  const at = momentIn(event.timeZone, endAtMs);
  if (endAtMs <= nowMs)
    return needs("wrong", `The end, ${at}, has passed.`, "Change the end", scheduleOf(event));
  const minutes = Math.floor((endAtMs - Math.max(startAtMs ?? nowMs, nowMs)) / MINUTE_MS);
  const most = number.format(minutes * outflowPerMinute);
  const ends = `It ends on ${at}. At ${number.format(outflowPerMinute)} per minute, up to ${most} visitors are admitted by then`;
  if (minutes >= sessionMinutes) return fine(`${ends}.`);
  const why = `${ends}, in ${plural(minutes, "minute")}: less than one ${sessionMinutes}-minute session.`;
  return needs("look", why, "Change the end", scheduleOf(event));
};

/** What visitors find who come before the start, and whether somebody still has to act for it. */
export const preQueueOpens: Check = (event) => {
  const { opening, startAtMs, preQueueMinutes, draw, nowMs } = event;
  if (opening === null || startAtMs === null || startAtMs <= nowMs)
    return fine("No start is ahead, so no pre-queue is needed.");
  if (preQueueMinutes === 0)
    return fine(
      "No pre-queue: early visitors see a countdown and join at the start, in random order.",
    );
  const opensMs = startAtMs - preQueueMinutes * MINUTE_MS;
  const opens = momentIn(event.timeZone, opensMs);
  if (opening.type === "unarmed" && opensMs <= nowMs) {
    const why = `The pre-queue should be open since ${opens}, but the event isn't scheduled, so nobody can join.`;
    return needs("wrong", why, "Schedule it", `/events/${event.eventId}`);
  }
  const when = `${opensMs <= nowMs ? "Open since" : "It opens on"} ${opens}, ${plural(preQueueMinutes, "minute")} before the start`;
  if (draw === null) return fine(`${when}. Visitors get their numbers as they join.`);
  if (draw !== "typed") return fine(`${when}. Places are drawn at the start.`);
  const why = `${when}. Nobody is admitted until a member enters the draw's value after the start.`;
  return needs("look", why, "View draw", scheduleOf(event));
};
