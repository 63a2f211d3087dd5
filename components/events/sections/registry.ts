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
  /** The `name` of the input that gets the focus. */
  readonly field: string;
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

/** A setting under its own name; `field` where its input has another name than the setting. */
function entry(setting: SettingName, words: string, field: string = setting): SettingEntry {
  return { setting, label: SETTING_LABELS[setting], words, field };
}

export const SECTIONS: readonly SettingsSection[] = [
  {
    id: "general",
    title: "General",
    description: "What it is called, and where visitors go.",
    words: "basics id address",
    settings: [
      entry("name", "title called"),
      entry("targetUrl", "address destination shop redirect"),
      entry("allowedHosts", "domains return redirect"),
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
      entry("kind", "always on scheduled safety net"),
      entry("timeZone", "clock utc"),
      entry("startLocal", "opens begin date time"),
      entry("endLocal", "closes finish date time"),
      entry("preQueueMinutes", "early before start"),
      entry("draw", "draw random lottery beacon", "draw.choice"),
      entry("afterEvent", "end message redirect open pages", "afterEvent.show"),
      entry("schedules", "recurring repeats weekly calendar"),
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
      entry("outflowPerMinute", "speed rate per minute throughput"),
      entry("lineLimit", "full maximum waiting"),
      entry("activeCap", "on the site concurrent users capacity"),
      entry("unitsPerAdmission", "stock tickets inventory"),
      entry("absenceMinutes", "absence abandoned leave gone"),
      entry("safetyNetPerMinute", "safety net threshold"),
      entry("safetyNetActive", "safety net threshold"),
      entry("governor", "probe slow automatic outflow", "healthUrl"),
      entry("turn", "turn confirm here countdown hidden", "turnConfirm"),
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
      entry("method", "first come fifo random passthrough reject"),
      entry("admission", "lottery share percentage", "admission.kind"),
      entry("queueAll", "nobody skips"),
      entry("lanes", "priority vip members weighted ordered", "lanes.0.name"),
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
      entry("inviteOnly", "access codes enqueue token"),
      entry("apiOrigins", "cors api scripts apps"),
      entry("frameOrigins", "iframe embed"),
      entry("sessionMode", "sliding fixed cookie"),
      entry("sessionMinutes", "cookie minutes"),
      entry("queueTokenValiditySeconds", "pass expiry"),
      entry("bindsToAddress", "ip cgnat"),
      entry("waitingStatusCode", "http 200 202 429 503 seo"),
      entry("cloudflareJson", "compatibility apps"),
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
      entry("brandName", "title company"),
      entry("language", "translation locale"),
      entry("brandColour", "color accent"),
      { setting: null, label: "Logo", words: "image picture", field: "logo" },
      entry("theme", "css design html"),
      entry("notices", "e-mail mail web push notification", "notices.mail"),
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
      entry(
        "protection",
        "captcha challenge proof of work rate limit access rules score possession one place each address list",
        "protection.isOn",
      ),
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
