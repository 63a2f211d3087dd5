import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import type { SectionId, SettingName } from "@/lib/domain/event/sections";
import type { SectionProps } from "./section-props";

/** A setting as people look for it: how its field is called, other words for it, and the name of its field. */
export type SettingEntry = {
  /** Null for what has no setting of its own, as the logo and the snippets. */
  readonly setting: SettingName | null;
  readonly label: string;
  readonly words: string;
  /** The `name` of the input that gets the focus; the name of the setting where it is left out. */
  readonly field?: string;
};

/** A section of an event's settings, with an address and a save of its own. */
export type SettingsSection = {
  /** The last part of its address: `/events/<event>/settings/<id>`. */
  readonly id: SectionId;
  readonly title: string;
  readonly description: string;
  /** Words to search for that stand in no label. */
  readonly words: string;
  readonly settings: readonly SettingEntry[];
  /** The fields; null for a section that is only read. They get loaded when their section is opened. */
  readonly Fields: ComponentType<SectionProps> | null;
  /** The page of the documentation that helps, under `docs/`, without its ending. */
  readonly docs: string;
};

export const SECTIONS: readonly SettingsSection[] = [
  {
    id: "general",
    title: "General",
    description: "What it is called, and where visitors go.",
    words: "basics id address",
    settings: [
      { setting: "name", label: "Name", words: "title called" },
      { setting: "targetUrl", label: "Target URL", words: "address destination shop redirect" },
      { setting: "allowedHosts", label: "Allowed target hosts", words: "domains return redirect" },
    ],
    Fields: dynamic(() => import("./general-section").then((file) => file.GeneralSection)),
    docs: "event-settings",
  },
  {
    id: "schedule",
    title: "Schedule",
    description: "When it is at work, and what happens after its end.",
    words: "calendar times dates recurring weekly",
    settings: [
      { setting: "kind", label: "Kind", words: "always on scheduled safety net" },
      { setting: "timeZone", label: "Time zone", words: "clock utc" },
      { setting: "startLocal", label: "Start", words: "opens begin date time" },
      { setting: "endLocal", label: "End", words: "closes finish date time" },
      { setting: "preQueueMinutes", label: "Pre-queue", words: "early before start" },
      {
        setting: "draw",
        label: "Order of the pre-queue",
        words: "draw random lottery beacon",
        field: "draw.choice",
      },
      {
        setting: "afterEvent",
        label: "After the event",
        words: "end message redirect open pages",
        field: "afterEvent.show",
      },
      { setting: "schedules", label: "Schedules", words: "recurring repeats weekly calendar" },
    ],
    Fields: dynamic(() => import("./times-section").then((file) => file.TimesSection)),
    docs: "schedules",
  },
  {
    id: "admission",
    title: "Admission",
    description: "How many go in, and how many may wait.",
    words: "speed rate capacity flow",
    settings: [
      { setting: "outflowPerMinute", label: "Outflow", words: "speed rate per minute throughput" },
      { setting: "lineLimit", label: "Line limit", words: "full maximum waiting" },
      { setting: "activeCap", label: "Active cap", words: "on the site concurrent users capacity" },
      {
        setting: "unitsPerAdmission",
        label: "Units per admission",
        words: "stock tickets inventory",
      },
      {
        setting: "absenceMinutes",
        label: "Places end after",
        words: "absence abandoned leave gone",
      },
      { setting: "safetyNetPerMinute", label: "Arrivals", words: "safety net threshold" },
      { setting: "safetyNetActive", label: "Active visitors", words: "safety net threshold" },
      {
        setting: "governor",
        label: "Health URL for the governor",
        words: "probe slow automatic outflow",
        field: "healthUrl",
      },
      {
        setting: "turn",
        label: "Presence",
        words: "turn confirm here countdown hidden",
        field: "turnConfirm",
      },
    ],
    Fields: dynamic(() => import("./admission-section").then((file) => file.AdmissionSection)),
    docs: "event-settings",
  },
  {
    id: "order",
    title: "Order and lanes",
    description: "Who is next, and who has a lane of their own.",
    words: "fair priority vip",
    settings: [
      {
        setting: "method",
        label: "Queueing method",
        words: "first come fifo random passthrough reject",
      },
      {
        setting: "admission",
        label: "Admission",
        words: "lottery share percentage",
        field: "admission.kind",
      },
      { setting: "queueAll", label: "Queue all", words: "nobody skips" },
      {
        setting: "lanes",
        label: "Lanes",
        words: "priority vip members weighted ordered",
        field: "lanes.0.name",
      },
    ],
    Fields: dynamic(() =>
      import("./order-and-lanes-section").then((file) => file.OrderAndLanesSection),
    ),
    docs: "event-settings",
  },
  {
    id: "access",
    title: "Access",
    description: "Who may join, from where, and how long an admission lasts.",
    words: "session cookie invite",
    settings: [
      { setting: "inviteOnly", label: "By invitation only", words: "access codes enqueue token" },
      { setting: "apiOrigins", label: "Sites that may ask", words: "cors api scripts apps" },
      {
        setting: "frameOrigins",
        label: "Sites that may frame the waiting page",
        words: "iframe embed",
      },
      { setting: "sessionMode", label: "Session", words: "sliding fixed cookie" },
      { setting: "sessionMinutes", label: "Session length", words: "cookie minutes" },
      { setting: "queueTokenValiditySeconds", label: "Queue token valid", words: "pass expiry" },
      {
        setting: "bindsToAddress",
        label: "Bind passes to the visitor’s network address",
        words: "ip cgnat",
      },
      {
        setting: "waitingStatusCode",
        label: "Status code of the waiting page",
        words: "http 200 202 429 503 seo",
      },
      { setting: "cloudflareJson", label: "Cloudflare’s JSON", words: "compatibility apps" },
    ],
    Fields: dynamic(() => import("./access-section").then((file) => file.AccessSection)),
    docs: "event-settings",
  },
  {
    id: "page",
    title: "Page and theme",
    description: "What visitors see, and how they are told of their turn.",
    words: "look design brand css",
    settings: [
      { setting: "brandName", label: "Brand name", words: "title company" },
      { setting: "language", label: "Language", words: "translation locale" },
      { setting: "brandColour", label: "Brand colour", words: "color accent" },
      { setting: null, label: "Logo", words: "image picture", field: "logo" },
      { setting: "theme", label: "Theme", words: "css design html" },
      {
        setting: "notices",
        label: "Notices",
        words: "e-mail mail web push notification",
        field: "notices.mail",
      },
    ],
    Fields: dynamic(() => import("./page-section").then((file) => file.PageSection)),
    docs: "themes",
  },
  {
    id: "limits",
    title: "Limits and bots",
    description: "How bots and hoarders are held back.",
    words: "protection abuse security",
    settings: [
      {
        setting: "protection",
        label: "Hold bots back",
        words:
          "captcha challenge proof of work rate limit access rules score possession one place each address list",
        field: "protection.isOn",
      },
    ],
    Fields: dynamic(() => import("./limits-section").then((file) => file.LimitsSection)),
    docs: "abuse",
  },
  {
    id: "integration",
    title: "Integration",
    description: "What your site needs, with the values of this event.",
    words: "connector snippet code cloudflare fastly akamai lambda node next browser server mobile",
    settings: [],
    Fields: null,
    docs: "connectors",
  },
];

/** The section with an address; null for any other. */
export function findSection(id: string): SettingsSection | null {
  return SECTIONS.find((section) => section.id === id) ?? null;
}
