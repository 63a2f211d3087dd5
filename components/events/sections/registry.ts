import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import {
  anySetting,
  type SectionId,
  type SettingName,
  settingsIn,
} from "@/lib/domain/event/settings/table";
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

/** What gets the focus, where no input has the name of the setting. */
const FOCUS: Readonly<Partial<Record<SettingName, string>>> = {
  draw: "draw.choice",
  afterEvent: "afterEvent.show",
  governor: "governor.healthUrl",
  turn: "turn.confirm",
  admission: "admission.kind",
  lanes: "lanes.lanes.0.name",
  notices: "notices.mail",
  protection: "protection.isOn",
};

/** The settings of a section, as the table says them. */
function entriesOf(section: SectionId): readonly SettingEntry[] {
  return settingsIn(section).map((setting) => {
    const { label, words } = anySetting(setting);
    return { setting, label, words, field: FOCUS[setting] ?? setting };
  });
}

export const SECTIONS: readonly SettingsSection[] = [
  {
    id: "general",
    title: "General",
    description: "Event name and destination.",
    words: "basics id address",
    settings: entriesOf("general"),
    Fields: dynamic(() => import("./general-section").then((file) => file.GeneralSection)),
    docs: "event-settings",
  },
  {
    id: "schedule",
    title: "Schedule",
    description: "When the event is active, and what happens after it ends.",
    words: "calendar times dates recurring weekly",
    settings: entriesOf("schedule"),
    Fields: dynamic(() => import("./times-section").then((file) => file.TimesSection)),
    docs: "schedules",
  },
  {
    id: "admission",
    title: "Admission",
    description: "How many visitors are admitted, and how many may wait.",
    words: "speed rate capacity flow",
    settings: entriesOf("admission"),
    Fields: dynamic(() => import("./admission-section").then((file) => file.AdmissionSection)),
    docs: "event-settings",
  },
  {
    id: "order",
    title: "Order and lanes",
    description: "Who is admitted next, and priority lanes.",
    words: "fair priority vip",
    settings: entriesOf("order"),
    Fields: dynamic(() =>
      import("./order-and-lanes-section").then((file) => file.OrderAndLanesSection),
    ),
    docs: "event-settings",
  },
  {
    id: "access",
    title: "Access",
    description: "Who can join, from where, and how long an admission lasts.",
    words: "session cookie invite",
    settings: entriesOf("access"),
    Fields: dynamic(() => import("./access-section").then((file) => file.AccessSection)),
    docs: "event-settings",
  },
  {
    id: "page",
    title: "Page and theme",
    description: "What visitors see, and how they are notified.",
    words: "look design brand css",
    settings: [
      ...entriesOf("page"),
      { setting: null, label: "Logo", words: "image picture", field: "logo" },
    ],
    Fields: dynamic(() => import("./page-section").then((file) => file.PageSection)),
    docs: "themes",
  },
  {
    id: "limits",
    title: "Limits and bots",
    description: "Protection against bots and hoarding.",
    words: "protection abuse security",
    settings: entriesOf("limits"),
    Fields: dynamic(() => import("./limits-section").then((file) => file.LimitsSection)),
    docs: "abuse",
  },
  {
    id: "integration",
    title: "Integration",
    description: "Connector setup with this event's values.",
    words: "connector snippet code cloudflare fastly akamai lambda node next browser server mobile",
    settings: entriesOf("integration"),
    Fields: null,
    docs: "connectors",
  },
];

/** The section with an address; null for any other. */
export function findSection(id: string): SettingsSection | null {
  return SECTIONS.find((section) => section.id === id) ?? null;
}
