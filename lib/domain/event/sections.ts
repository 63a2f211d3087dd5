/** Which settings of an event stand in which section of its settings. Each setting stands in exactly one. */
export const SECTION_SETTINGS = {
  general: ["name", "targetUrl", "allowedHosts"],
  schedule: [
    "kind",
    "timeZone",
    "startLocal",
    "endLocal",
    "preQueueMinutes",
    "draw",
    "afterEvent",
    "schedules",
  ],
  admission: [
    "outflowPerMinute",
    "lineLimit",
    "activeCap",
    "unitsPerAdmission",
    "absenceMinutes",
    "safetyNetPerMinute",
    "safetyNetActive",
    "governor",
    "turn",
  ],
  order: ["method", "admission", "queueAll", "lanes"],
  access: [
    "inviteOnly",
    "sessionMode",
    "sessionMinutes",
    "queueTokenValiditySeconds",
    "bindsToAddress",
    "apiOrigins",
    "frameOrigins",
    "waitingStatusCode",
    "cloudflareJson",
  ],
  page: ["language", "brandName", "brandColour", "theme", "notices"],
  limits: ["protection"],
  integration: [],
} as const;

/** A section of the settings of an event: its name in addresses and in drafts. */
export type SectionId = keyof typeof SECTION_SETTINGS;

export type SettingName = (typeof SECTION_SETTINGS)[SectionId][number];

// Object.keys forgets the names that the table above has.
export const SECTION_IDS = Object.keys(SECTION_SETTINGS) as readonly SectionId[];

export function isSectionId(text: string): text is SectionId {
  return SECTION_IDS.some((id) => id === text);
}

/** The section in which a setting stands; a path within a setting (`lanes.mode`) counts as the setting. */
export function sectionOf(path: string): SectionId | null {
  const [setting] = path.split(".");
  return SECTION_IDS.find((id) => SECTION_SETTINGS[id].some((name) => name === setting)) ?? null;
}

/**
 * Settings that change at once who gets in, where they go, or what visitors hold. While an event is open the console
 * keeps a change of them as a draft, until somebody has seen old and new side by side and publishes it.
 */
const RISKY_WHILE_OPEN: ReadonlySet<string> = new Set<SettingName>([
  "targetUrl",
  "allowedHosts",
  "kind",
  "timeZone",
  "startLocal",
  "endLocal",
  "preQueueMinutes",
  "draw",
  "afterEvent",
  "schedules",
  ...SECTION_SETTINGS.admission,
  ...SECTION_SETTINGS.order,
  ...SECTION_SETTINGS.access,
  ...SECTION_SETTINGS.limits,
]);

export function isRiskyWhileOpen(setting: string): boolean {
  return RISKY_WHILE_OPEN.has(setting);
}
