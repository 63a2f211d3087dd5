import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import type { CreateEventInput } from "@/lib/services/event/settings/schemas";
import type { EventTemplateView } from "@/lib/services/event/template/template-view";

/** What the form of a new event holds: texts and numbers as typed. */
export type NewEventValues = {
  templateId: string;
  name: string;
  /** Empty while it follows the name. */
  eventId: string;
  targetUrl: string;
  kind: "always-on" | "scheduled";
  startLocal: string;
  timeZone: string;
  outflowPerMinute: number | null;
};

export const NO_TEMPLATE = "none";

export function valuesFromTemplate(
  template: EventTemplateView | null,
  timeZone: string,
): NewEventValues {
  const { settings = {}, templateId = NO_TEMPLATE } = template ?? {};
  return {
    templateId,
    name: "",
    eventId: "",
    targetUrl: settings.targetUrl ?? "",
    kind: settings.kind ?? "always-on",
    startLocal: "",
    timeZone: settings.timeZone ?? timeZone,
    outflowPerMinute: settings.outflowPerMinute ?? EVENT_DEFAULTS.outflowPerMinute,
  };
}

/** The id that a name suggests: its letters and digits, 20 at most, and at least three. */
export function suggestedId(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 20);
  return plain === "" || plain.length >= 3 ? plain : `${plain}event`;
}

export function newEventInput(
  values: NewEventValues,
): CreateEventInput & { readonly templateId: string | null } {
  const { templateId, name, eventId, targetUrl, kind, startLocal, timeZone } = values;
  return {
    templateId: templateId === NO_TEMPLATE ? null : templateId,
    name,
    eventId: eventId === "" ? suggestedId(name) : eventId,
    targetUrl,
    kind,
    timeZone,
    startLocal: kind === "scheduled" && startLocal !== "" ? startLocal : null,
    // An emptied field; the service refuses it with the range that it takes.
    outflowPerMinute: values.outflowPerMinute ?? Number.NaN,
  };
}
