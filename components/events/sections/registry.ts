import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import type { SectionId, SettingName } from "@/lib/domain/event/sections";
import { SETTING_LABELS } from "@/lib/domain/event/setting-labels";
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
      { setting: "name", label: SETTING_LABELS.name, words: "title called" },
      {
        setting: "targetUrl",
        label: SETTING_LABELS.targetUrl,
        words: "address destination shop redirect",
      },
      {
        setting: "allowedHosts",
        label: SETTING_LABELS.allowedHosts,
        words: "domains return redirect",
      },
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
      { setting: "kind", label: SETTING_LABELS.kind, words: "always on scheduled safety net" },
      { setting: "timeZone", label: SETTING_LABELS.timeZone, words: "clock utc" },
      { setting: "startLocal", label: SETTING_LABELS.startLocal, words: "opens begin date time" },
      { setting: "endLocal", label: SETTING_LABELS.endLocal, words: "closes finish date time" },
      {
        setting: "preQueueMinutes",
        label: SETTING_LABELS.preQueueMinutes,
        words: "early before start",
      },
      {
        setting: "draw",
        label: SETTING_LABELS.draw,
        words: "draw random lottery beacon",
        field: "draw.choice",
      },
      {
        setting: "afterEvent",
        label: SETTING_LABELS.afterEvent,
        words: "end message redirect open pages",
        field: "afterEvent.show",
      },
      {
        setting: "schedules",
        label: SETTING_LABELS.schedules,
        words: "recurring repeats weekly calendar",
      },
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
      {
        setting: "outflowPerMinute",
        label: SETTING_LABELS.outflowPerMinute,
        words: "speed rate per minute throughput",
      },
      { setting: "lineLimit", label: SETTING_LABELS.lineLimit, words: "full maximum waiting" },
      {
        setting: "activeCap",
        label: SETTING_LABELS.activeCap,
        words: "on the site concurrent users capacity",
      },
      {
        setting: "unitsPerAdmission",
        label: SETTING_LABELS.unitsPerAdmission,
        words: "stock tickets inventory",
      },
      {
        setting: "absenceMinutes",
        label: SETTING_LABELS.absenceMinutes,
        words: "absence abandoned leave gone",
      },
      {
        setting: "safetyNetPerMinute",
        label: SETTING_LABELS.safetyNetPerMinute,
        words: "safety net threshold",
      },
      {
        setting: "safetyNetActive",
        label: SETTING_LABELS.safetyNetActive,
        words: "safety net threshold",
      },
      {
        setting: "governor",
        label: SETTING_LABELS.governor,
        words: "probe slow automatic outflow",
        field: "healthUrl",
      },
      {
        setting: "turn",
        label: SETTING_LABELS.turn,
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
        label: SETTING_LABELS.method,
        words: "first come fifo random passthrough reject",
      },
      {
        setting: "admission",
        label: SETTING_LABELS.admission,
        words: "lottery share percentage",
        field: "admission.kind",
      },
      { setting: "queueAll", label: SETTING_LABELS.queueAll, words: "nobody skips" },
      {
        setting: "lanes",
        label: SETTING_LABELS.lanes,
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
      {
        setting: "inviteOnly",
        label: SETTING_LABELS.inviteOnly,
        words: "access codes enqueue token",
      },
      { setting: "apiOrigins", label: SETTING_LABELS.apiOrigins, words: "cors api scripts apps" },
      {
        setting: "frameOrigins",
        label: SETTING_LABELS.frameOrigins,
        words: "iframe embed",
      },
      { setting: "sessionMode", label: SETTING_LABELS.sessionMode, words: "sliding fixed cookie" },
      { setting: "sessionMinutes", label: SETTING_LABELS.sessionMinutes, words: "cookie minutes" },
      {
        setting: "queueTokenValiditySeconds",
        label: SETTING_LABELS.queueTokenValiditySeconds,
        words: "pass expiry",
      },
      {
        setting: "bindsToAddress",
        label: SETTING_LABELS.bindsToAddress,
        words: "ip cgnat",
      },
      {
        setting: "waitingStatusCode",
        label: SETTING_LABELS.waitingStatusCode,
        words: "http 200 202 429 503 seo",
      },
      {
        setting: "cloudflareJson",
        label: SETTING_LABELS.cloudflareJson,
        words: "compatibility apps",
      },
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
      { setting: "brandName", label: SETTING_LABELS.brandName, words: "title company" },
      { setting: "language", label: SETTING_LABELS.language, words: "translation locale" },
      { setting: "brandColour", label: SETTING_LABELS.brandColour, words: "color accent" },
      { setting: null, label: "Logo", words: "image picture", field: "logo" },
      { setting: "theme", label: SETTING_LABELS.theme, words: "css design html" },
      {
        setting: "notices",
        label: SETTING_LABELS.notices,
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
        label: SETTING_LABELS.protection,
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
