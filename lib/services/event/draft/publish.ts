import type { Asked } from "@/lib/domain/approval/approval";
import { applyChange } from "@/lib/services/event/change/apply-change";
import { planChange, requireConfirmed } from "@/lib/services/event/change/plan-change";
import { changesForAudit } from "@/lib/services/event/settings/describe-changes";
import { toEventView } from "@/lib/services/event/settings/event-view";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { toSettingsInput } from "@/lib/services/ground/setting-columns";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { askForEffects, unlessAsked } from "@/lib/services/people/approval/effects-of-change";
import { conflictsInWords, mergeDraft, pick, readValues, type SectionOutcome } from "./draft-view";
import { lockSeenDraft } from "./inner/lock-drafts";
import { publishDraftInput } from "./schemas";

/**
 * Puts a draft into force, whole, and removes it. Where somebody else changed one of its settings since, nothing is
 * written and both values are answered, until the person has chosen beside the newest version. Throws `conflict` where the
 * draft is not what they saw, and what a direct change would throw.
 */
export const publishDraft = defineVerb(
  "event:write",
  publishDraftInput,
  async (context, { settingsVersion, choices, confirmed, ...seen }): Promise<SectionOutcome> => {
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
      const changed = await applyChange(tx, context, {
        ...{ event, data, verb: "event.publish-draft" },
        ...changesForAudit(`published the draft for ${event.name}`, changes),
      });
      return { status: "saved", event: changed };
    });
    return unlessAsked(answer);
  },
);
