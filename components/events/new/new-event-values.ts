import { toDraw, toDrawValues } from "@/components/draw/draw-values";
import { type Purpose, purposeOf, settingsFor } from "@/lib/domain/event/purpose";
import { anySetting, SETTING_NAMES, type SettingName } from "@/lib/domain/event/settings/table";
import { sameValue } from "@/lib/domain/same-value";
import type { SomeSettings } from "@/lib/services/event/settings/schemas";
import { type EventFormValues, toSettings } from "../event-form-values";

/** What is asked whatever the event is for, and what that decides. */
const ASKED: readonly SettingName[] = [
  ...(["name", "targetUrl", "outflowPerMinute"] as const),
  ...(["kind", "timeZone", "preQueueMinutes", "inviteOnly"] as const),
];

const isSent = (name: SettingName) =>
  ASKED.includes(name) || anySetting(name).onlyFor !== undefined;

const SENT = SETTING_NAMES.filter(isSent);

/** What the form says that it is for. */
type PurposeValues = Pick<EventFormValues, "kind" | "draw" | "inviteOnly">;

/** The purpose that these values stand for. A draw counts as one from the choice of its source, complete or not. */
export function purposeOfValues(values: PurposeValues, timeZone: string): Purpose {
  return purposeOf({ ...values, draw: toDraw(values.draw, timeZone) });
}

/** The same values for another purpose. Only a purpose with a start, or one that was typed, makes them scheduled. */
export function valuesFor(
  purpose: Purpose,
  { startLocal, ...values }: PurposeValues & Pick<EventFormValues, "startLocal">,
  timeZone: string,
): PurposeValues {
  // By arrow keys one comes past a sale and a draw.
  const kind = startLocal === "" ? "always-on" : values.kind;
  const settings = settingsFor(purpose, { ...values, kind, draw: toDraw(values.draw, timeZone) });
  return { ...settings, draw: toDrawValues(settings.draw, timeZone) };
}

const PURPOSE_FIELDS: readonly (keyof EventFormValues)[] = ["kind", "draw", "inviteOnly"];

/**
 * The values of the template `next`, except for fields that differ from the template before (`former`): those keep what
 * was typed or chosen. The fields of the purpose are kept or replaced together.
 */
export function withTemplate(
  now: EventFormValues,
  former: EventFormValues,
  next: EventFormValues,
): EventFormValues {
  const isChanged = (field: keyof EventFormValues) => !sameValue(now[field], former[field]);
  const hasPurpose = PURPOSE_FIELDS.some(isChanged);
  const changed = Object.entries(now).filter(([name]) => {
    const field = name as keyof EventFormValues;
    return PURPOSE_FIELDS.includes(field) ? hasPurpose : isChanged(field);
  });
  return { ...next, ...Object.fromEntries(changed) };
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

type NewEventInput = SomeSettings & {
  readonly eventId: string;
  readonly name: string;
  readonly kind: "always-on" | "scheduled";
  readonly targetUrl: string;
};

/** What was asked, and what follows from the purpose; the rest is as the customer's new events have it. */
export function newEventInput(values: EventFormValues): NewEventInput {
  const { name, kind, targetUrl, ...settings } = toSettings(values);
  const asked = Object.entries(settings).filter(([key]) => SENT.some((sent) => sent === key));
  const eventId = values.eventId === "" ? suggestedId(name) : values.eventId;
  return { ...Object.fromEntries(asked), name, kind, targetUrl, eventId };
}

/** Of what was refused the reasons that no field of the page can show. */
export function reasonsElsewhere(fields: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(fields).flatMap(([path, reason]) => {
    const [setting = ""] = path.split(".");
    return setting === "eventId" || SENT.some((sent) => sent === setting) ? [] : [reason];
  });
}
