import type { Tx } from "@/lib/db/client";
import type { Event, EventDraft, Prisma } from "@/lib/db/generated/client";
import type { Asked } from "@/lib/domain/approval/approval";
import { mergeSettings } from "@/lib/domain/event/merge-settings";
import { isRiskyWhileOpen, type SectionId } from "@/lib/domain/event/settings/table";
import { applyChange } from "@/lib/services/event/change/apply-change";
import { planChange, requireConfirmed } from "@/lib/services/event/change/plan-change";
import { changesForAudit } from "@/lib/services/event/settings/describe-changes";
import { toEventView } from "@/lib/services/event/settings/event-view";
import type { SomeSettings } from "@/lib/services/event/settings/schemas";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { toSettingsInput } from "@/lib/services/ground/setting-columns";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { askForEffects, unlessAsked } from "@/lib/services/people/approval/effects-of-change";
import {
  conflictsInWords,
  pick,
  readValues,
  type SectionOutcome,
  toDraftView,
  underDraft,
} from "./draft-view";
import { lockDraft } from "./inner/lock-drafts";
import { storeDraft } from "./inner/store-draft";
import { saveSectionInput } from "./schemas";

/**
 * Saves one section of an event's settings, all of it or nothing. While the event is open, a change of what is risky
 * is kept as a draft and nothing is in force yet. What the person left as it was stays as somebody else has made it;
 * where both changed the same setting, nothing is written and both values are answered. A draft is refused for the same
 * reasons as a change.
 */
export const saveSection = defineVerb(
  "event:write",
  saveSectionInput,
  async (context, { eventId, section, seen, ...mine }): Promise<SectionOutcome> => {
    const answer = await withTransaction(context, async (tx): Promise<SectionOutcome | Asked> => {
      const { event, draft } = await lockDraft(tx, context, { eventId, section });
      const now = underDraft(toSettingsInput(event), draft);
      const { values, conflicts } = mergeSettings(seen, mine, now);
      if (conflicts.length > 0) {
        return {
          status: "conflict",
          event: toEventView(event),
          values: pick(now, Object.keys(mine)),
          conflicts: conflictsInWords(now, mine, conflicts),
        };
      }
      const before = draft === null ? {} : readValues(draft);
      const given = { ...before, ...pick(mine, Object.keys(values)) };
      const change = { event, draft, section, given };
      if (waits(change)) return keepDraft(tx, context, change);
      return apply(tx, context, change, { eventId, section, seen: asJson(seen), ...asJson(mine) });
    });
    return unlessAsked(answer);
  },
);

type Change = {
  readonly event: Event;
  readonly draft: EventDraft | null;
  readonly section: SectionId;
  /** What the section changes in all, with what its draft held before. */
  readonly given: SomeSettings;
};

/** A section with a draft goes on in it, so that it is published in one act. */
function waits({ event, draft, given }: Change): boolean {
  if (event.status !== "open") return false;
  return draft !== null || Object.keys(given).some(isRiskyWhileOpen);
}

async function keepDraft(tx: Tx, context: ServiceContext, change: Change): Promise<SectionOutcome> {
  const { event, draft, section, given } = change;
  const { changes } = await planChange(tx, context, event, given);
  if (changes.length === 0) {
    await removeDraft(tx, draft);
    return { status: "saved", event: toEventView(event) };
  }
  const stored = await storeDraft(tx, context, { event, draft, section, given });
  await recordAudit(tx, context, {
    verb: "event.save-draft",
    subject: event.id,
    ...changesForAudit(`saved a draft for ${event.name}`, changes),
  });
  return { status: "drafted", event: toEventView(event), draft: toDraftView(event, stored) };
}

async function apply(
  tx: Tx,
  context: ServiceContext,
  change: Change,
  input: Prisma.InputJsonObject,
): Promise<SectionOutcome | Asked> {
  const { event, draft, given } = change;
  const { data, changes, effects } = await planChange(tx, context, event, given);
  requireConfirmed(effects, []);
  const asked = await askForEffects(tx, context, {
    ...{ verb: "event.save-section", act: "change the settings of", event, data, input },
  });
  if (asked !== null) return asked;
  await removeDraft(tx, draft);
  if (changes.length === 0) return { status: "saved", event: toEventView(event) };
  const changed = await applyChange(tx, context, {
    ...{ event, data, verb: "event.update" },
    ...changesForAudit(`changed ${event.name}`, changes),
  });
  return { status: "saved", event: changed };
}

async function removeDraft(tx: Tx, draft: EventDraft | null): Promise<void> {
  if (draft !== null) await tx.eventDraft.delete({ where: { id: draft.id } });
}

/** What came as JSON, and is stored as such. */
function asJson(values: Readonly<Record<string, unknown>>): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(values));
}
