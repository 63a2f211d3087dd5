import type { Asked } from "@/lib/domain/approval/approval";
import { askForEffects, unlessAsked } from "@/lib/services/approval/effects-of-change";
import type { ServiceContext } from "@/lib/services/context";
import { changesForAudit } from "@/lib/services/event/describe-changes";
import { toEventView, toSettingsInput } from "@/lib/services/event/event-view";
import { changeEvent } from "@/lib/services/event/find-event";
import { planChange, requireConfirmed } from "@/lib/services/event/plan-change";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { conflictsInWords, mergeDraft, pick, readValues, type SectionOutcome } from "./draft-view";
import { lockSeenDraft } from "./lock-drafts";
import { type PublishDraftInput, publishDraftInput } from "./schemas";

/**
 * Puts a draft into force, whole, and removes it. Where somebody else changed one of its settings since, nothing is
 * written and both values are answered, until the person has chosen beside the newest version. Throws `conflict` where the
 * draft is not what they saw, and what a direct change would throw.
 */
export async function publishDraft(
  context: ServiceContext,
  rawInput: PublishDraftInput,
): Promise<SectionOutcome> {
  requirePermission(context, "event:write");
  const { settingsVersion, choices, confirmed, ...seen } = publishDraftInput.parse(rawInput);
  const answer = await withTransaction(context, async (tx): Promise<SectionOutcome | Asked> => {
    const { event, draft } = await lockSeenDraft(tx, context, seen);
    const mine = readValues(draft);
    const { values, conflicts } = mergeDraft(event, draft);
    const isCurrent = settingsVersion === event.settingsVersion;
    if (conflicts.some((setting) => !isCurrent || choices[setting] === undefined)) {
      const now = toSettingsInput(event);
      return {
        status: "conflict",
        event: toEventView(event),
        values: pick(now, Object.keys(mine)),
        conflicts: conflictsInWords(now, mine, conflicts),
      };
    }
    const chosen = conflicts.filter((setting) => choices[setting] === "mine");
    const given = pick(mine, [...Object.keys(values), ...chosen]);
    const { data, changes, effects } = await planChange(tx, context, event, given);
    requireConfirmed(effects, confirmed);
    const asked = await askForEffects(tx, context, {
      ...{ verb: "event.publish-draft", act: "publish a draft for", event, data },
      input: { ...seen, settingsVersion, choices, confirmed },
    });
    if (asked !== null) return asked;
    await tx.eventDraft.delete({ where: { id: draft.id } });
    if (changes.length === 0) return { status: "saved", event: toEventView(event) };
    const changed = await changeEvent(tx, context, { event, data });
    await recordAudit(tx, context, {
      verb: "event.publish-draft",
      subject: event.id,
      ...changesForAudit(`published the draft for ${event.name}`, changes),
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return { status: "saved", event: toEventView(changed) };
  });
  return unlessAsked(answer);
}
