import type { Tx } from "@/lib/db/client";
import type { Event, EventDraft, Prisma } from "@/lib/db/generated/client";
import type { SectionId } from "@/lib/domain/event/settings/table";
import { sameValue } from "@/lib/domain/same-value";
import { newId } from "@/lib/platform/ids";
import type { SomeSettings } from "@/lib/services/event/settings/schemas";
import type { ServiceContext } from "@/lib/services/ground/context";
import { toSettingsInput } from "@/lib/services/ground/setting-columns";

type Draft = {
  readonly event: Event;
  /** The draft that is there; null for the first. */
  readonly draft: EventDraft | null;
  readonly section: SectionId;
  readonly given: SomeSettings;
};

/**
 * Stores what a section would change, with what each setting was when it was first changed. For verbs that hold the
 * lock of the event's drafts.
 */
export async function storeDraft(
  tx: Tx,
  { actor }: ServiceContext,
  { event, draft, section, given }: Draft,
): Promise<EventDraft> {
  const now: Readonly<Record<string, unknown>> = toSettingsInput(event);
  const changed = Object.entries(given).filter(([name, value]) => !sameValue(value, now[name]));
  const seen: Readonly<Record<string, unknown>> = { ...now, ...asRecord(draft?.before) };
  const data = {
    values: asJson(Object.fromEntries(changed)),
    before: asJson(Object.fromEntries(changed.map(([name]) => [name, seen[name]]))),
    seenVersion: event.settingsVersion,
    savedBy: actor.name,
  };
  return draft === null
    ? tx.eventDraft.create({
        data: { id: newId("eventDraft"), eventId: event.id, section, ...data },
      })
    : tx.eventDraft.update({
        where: { id: draft.id },
        data: { ...data, revision: draft.revision + 1 },
      });
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Settings as they are stored: plain values, without fields that are left out. */
function asJson(value: unknown): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(value));
}
