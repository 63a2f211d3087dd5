import { type DrawValues, toDraw, toDrawValues } from "@/components/draw/draw-values";
import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import { type Lanes, SINGLE_LANE } from "@/lib/domain/lane/lane";
import { NO_NOTICES } from "@/lib/domain/notice/notice-setting";
import { isLanguage } from "@/lib/domain/page-texts/languages";
import { CALM } from "@/lib/domain/protection/protection";
import type { TurnSetting } from "@/lib/domain/turn/turn-setting";
import type { EventView } from "@/lib/services/event/event-view";
import type { EventSettingsInput } from "@/lib/services/event/schemas";
import { type AdmissionValues, toAdmission, toAdmissionValues } from "./admission-values";
import { type AfterEventValues, toAfterEvent, toAfterEventValues } from "./after-event-values";
import {
  type ProtectionValues,
  toProtection,
  toProtectionValues,
} from "./protection/protection-values";

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
  apiOrigins: string;
  frameOrigins: string;
  inviteOnly: boolean;
  admission: AdmissionValues;
  afterEvent: AfterEventValues;
  absenceMinutes: number | null;
  method: EventSettingsInput["method"];
  queueAll: boolean;
  outflowPerMinute: number | null;
  safetyNetPerMinute: number | null;
  safetyNetActive: number | null;
  activeCap: number | null;
  unitsPerAdmission: number | null;
  /** Empty for no governor. */
  healthUrl: string;
  healthTimeoutMs: number | null;
  laneMode: Lanes["mode"];
  defaultLane: string;
  lanes: LaneValues[];
  draw: DrawValues;
  lineLimit: number | null;
  queueTokenValiditySeconds: number | null;
  bindsToAddress: boolean;
  sessionMinutes: number | null;
  sessionMode: EventSettingsInput["sessionMode"];
  cloudflareJson: boolean;
  turnConfirm: "never" | "hidden" | "always";
  turnSeconds: number | null;
  protection: ProtectionValues;
  waitingStatusCode: string;
  notices: EventSettingsInput["notices"];
  language: string;
  brandName: string;
  brandColour: string;
  theme: string;
};

/** What the form holds for no theme: the key of none, because keys begin with no space. */
export const NO_THEME = " none";

export type LaneValues = {
  key: string;
  name: string;
  weight: number | null;
  fromRelativeQuality: number | null;
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
    apiOrigins: "",
    frameOrigins: "",
    inviteOnly: false,
    admission: toAdmissionValues(null),
    afterEvent: toAfterEventValues(null),
    absenceMinutes: null,
    method: "fifo",
    queueAll: false,
    outflowPerMinute: EVENT_DEFAULTS.outflowPerMinute,
    safetyNetPerMinute: null,
    safetyNetActive: null,
    activeCap: null,
    unitsPerAdmission: EVENT_DEFAULTS.unitsPerAdmission,
    healthUrl: "",
    healthTimeoutMs: 2_000,
    ...toLaneValues(SINGLE_LANE),
    draw: toDrawValues(null, "UTC"),
    lineLimit: null,
    queueTokenValiditySeconds: EVENT_DEFAULTS.queueTokenValiditySeconds,
    bindsToAddress: false,
    sessionMinutes: EVENT_DEFAULTS.sessionMinutes,
    sessionMode: EVENT_DEFAULTS.sessionMode,
    cloudflareJson: false,
    ...toTurnValues(null),
    protection: toProtectionValues(CALM),
    waitingStatusCode: String(EVENT_DEFAULTS.waitingStatusCode),
    notices: NO_NOTICES,
    language: "en",
    brandName: customerName,
    brandColour: EVENT_DEFAULTS.brandColour,
    theme: NO_THEME,
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
    apiOrigins: event.apiOrigins.join("\n"),
    frameOrigins: event.frameOrigins.join("\n"),
    inviteOnly: event.inviteOnly,
    admission: toAdmissionValues(event.admission),
    afterEvent: toAfterEventValues(event.afterEvent),
    absenceMinutes: event.absenceMinutes,
    method: event.method,
    queueAll: event.queueAll,
    outflowPerMinute: event.outflowPerMinute,
    safetyNetPerMinute: event.safetyNetPerMinute,
    safetyNetActive: event.safetyNetActive,
    activeCap: event.activeCap,
    unitsPerAdmission: event.unitsPerAdmission,
    healthUrl: event.governor?.healthUrl ?? "",
    healthTimeoutMs: event.governor?.timeoutMs ?? 2_000,
    ...toLaneValues(event.lanes),
    draw: toDrawValues(event.draw, event.timeZone),
    lineLimit: event.lineLimit,
    queueTokenValiditySeconds: event.queueTokenValiditySeconds,
    bindsToAddress: event.bindsToAddress,
    sessionMinutes: event.sessionMinutes,
    sessionMode: event.sessionMode,
    cloudflareJson: event.cloudflareJson,
    ...toTurnValues(event.turn),
    protection: toProtectionValues(event.protection),
    waitingStatusCode: String(event.waitingStatusCode),
    notices: event.notices,
    language: event.language,
    brandName: event.brandName,
    brandColour: event.brandColour,
    theme: event.theme ?? NO_THEME,
  };
}

function toTurnValues(turn: TurnSetting | null) {
  return {
    turnConfirm: turn?.confirm ?? "never",
    turnSeconds: turn?.seconds ?? EVENT_DEFAULTS.turnSeconds,
  } as const;
}

function toTurn({ turnConfirm, turnSeconds }: EventFormValues): TurnSetting | null {
  if (turnConfirm === "never") return null;
  return { confirm: turnConfirm, seconds: turnSeconds ?? EMPTY };
}

function toLaneValues({ mode, defaultLane, lanes }: Lanes) {
  return { laneMode: mode, defaultLane, lanes: lanes.map((lane) => ({ ...lane })) };
}

/** The form keeps at least one lane; the service checks the rest. */
function toLanes({ laneMode, defaultLane, lanes }: EventFormValues): Lanes {
  const [first = SINGLE_LANE.lanes[0], ...others] = lanes.map((lane) => ({
    ...lane,
    // Ordered lanes have no shares to fill in.
    weight: lane.weight ?? (laneMode === "ordered" ? 1 : EMPTY),
  }));
  return { mode: laneMode, defaultLane, lanes: [first, ...others] };
}

const FIELDS_OF_SETTINGS: Readonly<Record<string, string>> = {
  "admission.share.percent": "admission.percent",
  "admission.share.midpointPercent": "admission.midpointPercent",
  "admission.share.steepness": "admission.steepness",
  "admission.identity.name": "admission.name",
  "turn.seconds": "turnSeconds",
  draw: "draw.choice",
  "draw.roundAtMs": "draw.roundAtLocal",
  "afterEvent.show.message": "afterEvent.message",
  "afterEvent.show.url": "afterEvent.url",
  "lanes.defaultLane": "defaultLane",
  "lanes.mode": "laneMode",
  "governor.healthUrl": "healthUrl",
  "governor.timeoutMs": "healthTimeoutMs",
};

function themeOf({ theme }: EventFormValues): string | null {
  return theme === NO_THEME ? null : theme;
}

/** A scheduled event is no safety net. */
function safetyNetOf({ kind, safetyNetPerMinute, safetyNetActive }: EventFormValues) {
  const isNet = kind === "always-on";
  return {
    safetyNetPerMinute: isNet ? safetyNetPerMinute : null,
    safetyNetActive: isNet ? safetyNetActive : null,
  };
}

function governorOf({ healthUrl, healthTimeoutMs }: EventFormValues) {
  if (healthUrl.trim() === "") return null;
  return { healthUrl, timeoutMs: healthTimeoutMs ?? EMPTY };
}

const STATUS_CODES = [200, 202, 429, 503] as const;

/** An emptied number field; the service refuses it with the range that it takes. */
const EMPTY = Number.NaN;

/** Settings of which the form shows each entry as a line. */
const LINE_BY_LINE: ReadonlySet<string> = new Set(["allowedHosts", "apiOrigins", "frameOrigins"]);

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The input of the service without the schedules, which have a page of their own. */
export function toSettings(values: EventFormValues): Omit<EventSettingsInput, "schedules"> {
  const isScheduled = values.kind === "scheduled";
  return {
    name: values.name,
    kind: values.kind,
    startLocal: isScheduled && values.startLocal !== "" ? values.startLocal : null,
    preQueueMinutes: values.preQueueMinutes ?? EMPTY,
    endLocal: isScheduled && values.endLocal !== "" ? values.endLocal : null,
    timeZone: values.timeZone,
    targetUrl: values.targetUrl,
    allowedHosts: linesOf(values.allowedHosts),
    apiOrigins: linesOf(values.apiOrigins),
    frameOrigins: linesOf(values.frameOrigins),
    inviteOnly: values.inviteOnly,
    admission: toAdmission(values.admission),
    afterEvent: isScheduled ? toAfterEvent(values.afterEvent) : null,
    absenceMinutes: values.absenceMinutes,
    method: values.method,
    queueAll: values.queueAll,
    outflowPerMinute: values.outflowPerMinute ?? EMPTY,
    ...safetyNetOf(values),
    activeCap: values.activeCap,
    unitsPerAdmission: values.unitsPerAdmission ?? EMPTY,
    governor: governorOf(values),
    lanes: toLanes(values),
    draw: isScheduled ? toDraw(values.draw, values.timeZone) : null,
    lineLimit: values.lineLimit,
    queueTokenValiditySeconds: values.queueTokenValiditySeconds ?? EMPTY,
    bindsToAddress: values.bindsToAddress,
    sessionMinutes: values.sessionMinutes ?? EMPTY,
    sessionMode: values.sessionMode,
    cloudflareJson: values.cloudflareJson,
    turn: toTurn(values),
    protection: toProtection(values.protection),
    waitingStatusCode:
      STATUS_CODES.find((code) => String(code) === values.waitingStatusCode) ?? 200,
    notices: values.notices,
    language: isLanguage(values.language) ? values.language : "en",
    brandName: values.brandName,
    brandColour: values.brandColour,
    theme: themeOf(values),
  };
}

/** Moves the reasons for parts of a setting to the fields that people see. */
export function gatherFieldErrors(
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, reason]) => {
      const [setting = "", entry = ""] = path.split(".");
      if (LINE_BY_LINE.has(setting) && entry !== "")
        return [setting, `Line ${Number(entry) + 1}: ${reason}`];
      if (path.startsWith("draw.urls.")) {
        return ["draw.urls", `Line ${Number(path.split(".")[2]) + 1}: ${reason}`];
      }
      return [FIELDS_OF_SETTINGS[path] ?? path.replace(/^lanes\.lanes\b/, "lanes"), reason];
    }),
  );
}
