import { defineVerb } from "@/lib/services/ground/define-verb";
import { conflict } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { unlessAsked } from "@/lib/services/people/approval/effects-of-change";
import { requireSecondPerson } from "@/lib/services/people/approval/require-second-person";
import { buildDraft, digestOf, latestPublication } from "./draft";
import { storePublication } from "./inner/store-publication";
import { type PublicationView, toPublicationView } from "./publication-view";
import { publishInput } from "./schemas";

/**
 * Publishes the rules as they are now as the next version, signed; a version never changes. Versions
 * have no gaps, however many people publish at once. Connectors get it with their next pull. Who says what they have
 * seen publishes just that: throws `conflict` when the rules are others by now, and `approval_required` where a second
 * person was asked.
 */
export const publish = defineVerb(
  "publication:write",
  publishInput,
  async (context, { seen }): Promise<PublicationView> => {
    const answer = await withTransaction(context, async (tx) => {
      await lockCustomer(tx, context);
      const version = ((await latestPublication(tx, context))?.version ?? 0) + 1;
      const draft = await buildDraft(tx, context, { version, publishDate: new Date() });
      if (seen !== undefined && seen !== digestOf(draft)) {
        throw conflict("Someone changed the rules. Review the changes, then publish.");
      }
      const asked = await requireSecondPerson(tx, context, {
        ...{ verb: "publication.publish", subject: context.customer.id, input: {} },
        summary: `publish version ${version} of the rules`,
        seen: { version, rules: digestOf(draft) },
      });
      if (asked !== null) return asked;
      const { row, keyId } = await storePublication(tx, context, { ...draft, repeats: null });
      await recordAudit(tx, context, {
        verb: "publication.publish",
        subject: row.id,
        summary: `published version ${version} of the rules`,
        details: {
          version,
          signedBy: keyId,
          rules: draft.config.Integrations.map(({ Name }) => Name),
          alwaysWaitRules: draft.alwaysWaitRules,
        },
      });
      return toPublicationView(row);
    });
    return unlessAsked(answer);
  },
);
