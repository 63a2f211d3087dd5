import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import type { EventView } from "@/lib/services/event/event-view";
import type { EventSettingsInput } from "@/lib/services/event/schemas";

/** What the form holds: texts and numbers as typed. */
export type EventFormValues = {
  eventId: string;
  name: string;
  kind: EventSettingsInput["kind"];
  startLocal: string;
  preQueueMinutes: number | null;
  endLocal: string;
  timeZone: string;
  targetUrl: string;
  /** One host a line. */
  allowedHosts: string;
  outflowPerMinute: number | null;
  lineLimit: number | null;
  queueTokenValiditySeconds: number | null;
  sessionMinutes: number | null;
  sessionMode: EventSettingsInput["sessionMode"];
  waitingStatusCode: string;
  brandName: string;
  brandColour: string;
};

/** The values of a new event. */
export function newEventValues(customerName: string): EventFormValues {
  return {
    eventId: "",
    name: "",
    kind: "always-on",
    startLocal: "",
    preQueueMinutes: EVENT_DEFAULTS.preQueueMinutes,
    endLocal: "",
    timeZone: "UTC",
    targetUrl: "",
    allowedHosts: "",
    outflowPerMinute: EVENT_DEFAULTS.outflowPerMinute,
    lineLimit: null,
    queueTokenValiditySeconds: EVENT_DEFAULTS.queueTokenValiditySeconds,
    sessionMinutes: EVENT_DEFAULTS.sessionMinutes,
    sessionMode: EVENT_DEFAULTS.sessionMode,
    waitingStatusCode: String(EVENT_DEFAULTS.waitingStatusCode),
    brandName: customerName,
    brandColour: EVENT_DEFAULTS.brandColour,
  };
}

export function toEventFormValues(event: EventView): EventFormValues {
  return {
    eventId: event.eventId,
    name: event.name,
    kind: event.kind,
    startLocal: event.startLocal ?? "",
    preQueueMinutes: event.preQueueMinutes,
    endLocal: event.endLocal ?? "",
    timeZone: event.timeZone,
    targetUrl: event.targetUrl,
    allowedHosts: event.allowedHosts.join("\n"),
    outflowPerMinute: event.outflowPerMinute,
    lineLimit: event.lineLimit,
    queueTokenValiditySeconds: event.queueTokenValiditySeconds,
    sessionMinutes: event.sessionMinutes,
    sessionMode: event.sessionMode,
    waitingStatusCode: String(event.waitingStatusCode),
    brandName: event.brandName,
    brandColour: event.brandColour,
  };
}

const STATUS_CODES = [200, 202, 429, 503] as const;

/** An emptied number field; the service refuses it with the range that it takes. */
const EMPTY = Number.NaN;

/** The input of the service; nothing is judged here. */
export function toSettings(values: EventFormValues): EventSettingsInput {
  const isScheduled = values.kind === "scheduled";
  const lines = values.allowedHosts.split("\n").map((line) => line.trim());
  return {
    name: values.name,
    kind: values.kind,
    startLocal: isScheduled && values.startLocal !== "" ? values.startLocal : null,
    preQueueMinutes: values.preQueueMinutes ?? EMPTY,
    endLocal: isScheduled && values.endLocal !== "" ? values.endLocal : null,
    timeZone: values.timeZone,
    targetUrl: values.targetUrl,
    allowedHosts: lines.filter((line) => line !== ""),
    outflowPerMinute: values.outflowPerMinute ?? EMPTY,
    lineLimit: values.lineLimit,
    queueTokenValiditySeconds: values.queueTokenValiditySeconds ?? EMPTY,
    sessionMinutes: values.sessionMinutes ?? EMPTY,
    sessionMode: values.sessionMode,
    waitingStatusCode:
      STATUS_CODES.find((code) => String(code) === values.waitingStatusCode) ?? 200,
    brandName: values.brandName,
    brandColour: values.brandColour,
  };
}

/** Puts the reasons for single hosts at the field that holds them all. */
export function gatherHostErrors(
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, reason]) =>
      path.startsWith("allowedHosts.")
        ? ["allowedHosts", `Line ${Number(path.split(".")[1]) + 1}: ${reason}`]
        : [path, reason],
    ),
  );
}
