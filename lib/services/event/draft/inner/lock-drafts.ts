import { takeAdvisoryLock } from "@/lib/db/advisory-lock";
import type { Tx } from "@/lib/db/client";
import type { Event, EventDraft } from "@/lib/db/generated/client";
import type { SectionId } from "@/lib/domain/event/settings/table";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import type { ServiceContext } from "@/lib/services/ground/context";
import { conflict, notFound } from "@/lib/services/ground/errors";

type DraftOf = { readonly eventId: string; readonly section: SectionId };

type Locked = { readonly event: Event; readonly draft: EventDraft | null };

/**
 * The event of the caller's customer and the draft of a section, which nobody else changes until the transaction ends.
 * Throws `not_found` for an event of somebody else.
 */
export async function lockDraft(
  tx: Tx,
  context: ServiceContext,
  { eventId, section }: DraftOf,
): Promise<Locked> {
  const { id } = await getEventOfCustomer(tx, context, eventId);
  await takeAdvisoryLock(tx, `drafts:${id}`);
  // Read once more: who held the lock may have published.
  const event = await getEventOfCustomer(tx, context, eventId);
  const draft = await tx.eventDraft.findUnique({
    where: { eventId_section: { eventId: id, section } },
  });
  return { event, draft };
}

/** The same for who has seen a draft. Throws `conflict` where it is not what they saw. */
export async function lockSeenDraft(
  tx: Tx,
  context: ServiceContext,
  seen: DraftOf & { readonly revision: number },
): Promise<{ readonly event: Event; readonly draft: EventDraft }> {
  const { event, draft } = await lockDraft(tx, context, seen);
  if (draft === null) throw notFound("draft");
  if (draft.revision === seen.revision) return { event, draft };
  throw conflict(`${draft.savedBy} changed the draft for ${event.name}. Review it and try again.`);
}
