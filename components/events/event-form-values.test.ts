import { expect, test } from "vitest";
import {
  SETTING_DEFAULTS,
  SETTING_NAMES,
  type SettingValues,
} from "@/lib/domain/event/settings/table";
import type { EventView } from "@/lib/services/event/settings/event-view";
import {
  type EventFormValues,
  gatherFieldErrors,
  newEventValues,
  toEventFormValues,
  toSettings,
} from "./event-form-values";

const NEW: SettingValues = {
  ...SETTING_DEFAULTS,
  ...{ name: "Sale", kind: "scheduled", targetUrl: "https://shop.example/", brandName: "Acme" },
};

/** Each setting as no new event has it. */
const CHANGED: SettingValues = {
  ...NEW,
  ...{ name: "Other", targetUrl: "https://other.example/", brandName: "Other" },
  allowedHosts: ["a.example", "*.b.example"],
  timeZone: "Europe/Vienna",
  startLocal: "2030-12-01T10:00",
  endLocal: "2030-12-01T12:00",
  preQueueMinutes: 30,
  draw: { type: "typed", name: "lottery" },
  afterEvent: { show: { kind: "page", message: "Bye" }, protectedPages: "let-through" },
  outflowPerMinute: 60,
  lineLimit: 500,
  activeCap: 50,
  unitsPerAdmission: 4,
  absenceMinutes: 5,
  governor: { healthUrl: "https://shop.example/health", timeoutMs: 500 },
  turn: { confirm: "always", seconds: 60 },
  method: "random",
  admission: {
    share: { type: "percentage", percent: 20 },
    holdSeconds: 30,
    identity: { by: "header", name: "x-user" },
  },
  queueAll: true,
  lanes: {
    mode: "weighted",
    defaultLane: "main",
    lanes: [
      { key: "vip", name: "VIP", weight: 30, fromRelativeQuality: 0.5 },
      { key: "main", name: "Main", weight: 70, fromRelativeQuality: null },
    ],
  },
  inviteOnly: true,
  sessionMode: "fixed",
  sessionMinutes: 5,
  queueTokenValiditySeconds: 60,
  bindsToAddress: true,
  apiOrigins: ["https://app.example"],
  frameOrigins: ["https://frame.example"],
  waitingStatusCode: 503,
  cloudflareJson: true,
  onStatusPage: false,
  language: "de",
  brandColour: "#112233",
  theme: "winter",
  notices: { mail: true, push: true },
  protection: null,
};

const OF_ALWAYS_ON: readonly string[] = ["kind", "safetyNetPerMinute", "safetyNetActive"];

// The form reads of an event its settings and its id.
const formOf = (settings: SettingValues): EventFormValues =>
  toEventFormValues({ ...settings, eventId: "sale" } as EventView);

test.each([
  ["a new event", NEW],
  ["every setting changed", CHANGED],
])("the form gives back what it was given: %s", (_, settings) => {
  const { schedules: _schedules, cloudflareRoom: _room, ...inForm } = settings;
  expect(toSettings(formOf(settings))).toEqual(inForm);
});

test("every setting of the form is one that the test above changes", () => {
  const untouched = SETTING_NAMES.filter((name) => NEW[name] === CHANGED[name]);
  expect(untouched).toEqual([...OF_ALWAYS_ON, "schedules", "cloudflareRoom"].toSorted(byPlace));
});

function byPlace(one: string, other: string): number {
  const names: readonly string[] = SETTING_NAMES;
  return names.indexOf(one) - names.indexOf(other);
}

test("the safety net comes back for an always-on event", () => {
  const net = { kind: "always-on", safetyNetPerMinute: 900, safetyNetActive: 40 } as const;
  expect(toSettings(formOf({ ...NEW, ...net }))).toMatchObject(net);
});

test("what does not hold for the kind of event is as by default", () => {
  const always = toSettings({ ...formOf(CHANGED), kind: "always-on" });
  const { startLocal, endLocal, draw, afterEvent } = NEW;
  expect(always).toMatchObject({ startLocal, endLocal, draw, afterEvent, lineLimit: 500 });
  const values = { ...formOf(NEW), safetyNetPerMinute: 900, safetyNetActive: 40 };
  expect(toSettings(values)).toMatchObject({ safetyNetPerMinute: null, safetyNetActive: null });
});

test("an emptied number is none where there may be none, and else is refused by the service", () => {
  const values = {
    ...newEventValues({ brandName: "Acme" }),
    lineLimit: null,
    outflowPerMinute: null,
  };
  expect(toSettings(values)).toMatchObject({ lineLimit: null, outflowPerMinute: Number.NaN });
});

test("reasons for parts of a setting stand at the fields that people see", () => {
  expect(
    gatherFieldErrors({
      "allowedHosts.1": "no host",
      "draw.urls.0": "no address",
      draw: "no draw",
      "lanes.lanes.1.name": "twice",
      "admission.share.percent": "too much",
    }),
  ).toEqual({
    allowedHosts: "Line 2: no host",
    "draw.urls": "Line 1: no address",
    "draw.choice": "no draw",
    "lanes.lanes.1.name": "twice",
    "admission.percent": "too much",
  });
});
