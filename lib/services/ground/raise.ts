import type { Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { DomainEventType } from "@/lib/domain/domain-event/catalogue";
import type { DoneBy } from "@/lib/domain/domain-event/domain-event";
import { newId } from "@/lib/platform/ids";
import type { Actor } from "./context";

/** What is told of something that happened: see `DomainEvent`. */
export type Happened = {
  readonly type: DomainEventType;
  /** The event's id on the wire and its name; null: the customer as a whole. */
  readonly event: { readonly id: string; readonly name: string } | null;
  /** `id`: of the user who did it, by which their name is found when they are erased. */
  readonly by: DoneBy & { readonly id?: string };
  readonly summary: string;
  readonly data: Prisma.InputJsonObject;
};

/**
 * Stores, in the transaction of what happened, that it did. The worker tells whoever wants to know, at least once, and in this
 * order for each event.
 */
export async function raise(tx: Tx, customerId: string, happened: Happened): Promise<void> {
  const { event, by, ...rest } = happened;
  const names = { eventId: event?.id ?? null, eventName: event?.name ?? null };
  await tx.domainEvent.create({
    data: { id: newId("domainEvent"), customerId, ...names, doneBy: { ...by }, ...rest },
  });
}

const DONE_BY: Readonly<Record<Actor["type"], DoneBy["type"]>> = {
  user: "person",
  "api-key": "program",
  worker: "stanchion",
  installation: "installation",
};

/** Who did it, as it is told; of a member with their id. */
export function doneBy({ type, id, name }: Actor): Happened["by"] {
  return { type: DONE_BY[type], name, ...(type === "user" ? { id } : {}) };
}
