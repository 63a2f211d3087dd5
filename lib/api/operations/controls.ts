import { endLetThrough } from "@/lib/services/event/control/end-let-through";
import { grantSlots } from "@/lib/services/event/control/grant-slots";
import { letEverybodyThrough } from "@/lib/services/event/control/let-through";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { resumeEvent } from "@/lib/services/event/control/resume";
import { setEventInlet } from "@/lib/services/event/control/set-inlet";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { setQueueAll } from "@/lib/services/event/control/set-queue-all";
import { setSoftBlock } from "@/lib/services/event/control/set-soft-block";
import { setStock } from "@/lib/services/event/control/set-stock";
import { startEvent } from "@/lib/services/event/control/start";
import { startNow } from "@/lib/services/event/control/start-now";
import { stopEvent } from "@/lib/services/event/control/stop";
import { unitsLeftAnswer } from "../answers/control";
import { done } from "../answers/done";
import { eventAnswer, pausedEventAnswer } from "../answers/event";
import { type Operation, operation } from "../operation";

const CONTROL = { method: "POST", tag: "Controls", lane: "control", revises: "getEvent" } as const;
const EVENT = { ...CONTROL, output: eventAnswer } as const;
/** What the line is told itself: no setting of the event changes. */
const LINE = { method: "POST", tag: "Controls", lane: "control", output: unitsLeftAnswer } as const;
const OPEN = { eventId: "springsale" };

/** What an operator does to an event while it runs. These have limits of their own, which reading never uses up. */
export const CONTROL_OPERATIONS: readonly Operation[] = [
  operation(startEvent, {
    ...{ ...EVENT, id: "startEvent", path: "/events/{eventId}/start" },
    asksApproval: true,
    summary: "Start or schedule an event",
    example: { eventId: "draftsale" },
  }),
  operation(startNow, {
    ...{ ...EVENT, id: "startEventNow", path: "/events/{eventId}/start-now" },
    summary: "Open a scheduled event now",
    example: { eventId: "scheduledsale" },
  }),
  operation(pauseEvent, {
    ...{ ...CONTROL, id: "pauseEvent", path: "/events/{eventId}/pause" },
    asksApproval: true,
    summary: "Pause an event",
    description: "Nobody is admitted until it is resumed; everybody keeps their place.",
    output: pausedEventAnswer,
    example: { ...OPEN, message: "We are fixing the checkout. You keep your place." },
  }),
  operation(resumeEvent, {
    ...{ ...EVENT, id: "resumeEvent", path: "/events/{eventId}/resume" },
    summary: "Resume a paused event",
    example: { eventId: "pausedsale" },
  }),
  operation(stopEvent, {
    ...{ ...EVENT, id: "stopEvent", path: "/events/{eventId}/stop" },
    asksApproval: true,
    summary: "Stop an event",
    description: "Ends the run. Places in its line are worth nothing afterwards.",
    example: OPEN,
  }),
  operation(setOutflow, {
    ...{ ...EVENT, id: "setOutflow", path: "/events/{eventId}/outflow" },
    asksApproval: true,
    summary: "Set how many are admitted a minute",
    example: { ...OPEN, outflowPerMinute: 900 },
  }),
  operation(setQueueAll, {
    ...{ ...EVENT, id: "setQueueAll", path: "/events/{eventId}/queue-all" },
    summary: "Send everybody through the waiting page, or not",
    example: { ...OPEN, isOn: true },
  }),
  operation(setSoftBlock, {
    ...{ ...EVENT, id: "setSoftBlock", path: "/events/{eventId}/soft-block" },
    summary: "Ask everybody for a challenge, or not",
    example: { ...OPEN, isOn: true },
  }),
  operation(letEverybodyThrough, {
    ...{ ...EVENT, id: "letEverybodyThrough", path: "/events/{eventId}/let-through" },
    asksApproval: true,
    summary: "Let everybody through",
    example: OPEN,
  }),
  operation(endLetThrough, {
    ...{ ...EVENT, id: "endLetThrough", path: "/events/{eventId}/end-let-through" },
    summary: "Stop letting everybody through",
    example: { eventId: "letthrough" },
  }),
  operation(setStock, {
    ...{ ...LINE, id: "setStock", path: "/events/{eventId}/stock" },
    summary: "Set how much stock is left",
    description:
      "`left`: units to give away, where the site reports no sales. `units`: units not sold yet, where it does. `none` turns stock off.",
    example: { ...OPEN, kind: "left", units: 2_000 },
  }),
  operation(grantSlots, {
    ...{ ...LINE, id: "grantSlots", path: "/events/{eventId}/grant-slots" },
    summary: "Grant slots by hand",
    description:
      "From the first time on, visitors are admitted only with such a slot; the outflow still holds. A number below 0 takes slots back. Null goes back to the outflow alone.",
    example: { ...OPEN, slots: 50 },
  }),
  operation(setEventInlet, {
    ...{ ...LINE, id: "setInlet", method: "PUT", path: "/events/{eventId}/inlet" },
    summary: "Set what opens the line",
    description:
      "On top of the settings: a steady rate, as many as make `maxActive` on the site, a number in each interval, or only slots granted by hand. Null removes it.",
    output: done,
    example: { ...OPEN, inlet: { type: "max-active", maxActive: 500 } },
  }),
];
