import type { Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { type DomainEventType, isAwsType } from "@/lib/domain/domain-event/catalogue";
import type { DoneBy } from "@/lib/domain/domain-event/domain-event";
import { newId } from "@/lib/platform/ids";
import { currentTraceparent } from "@/lib/platform/observability/traces/traced";
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
  /** Set where its deliveries exist already: nobody else is notified. */
  readonly plannedAt?: Date;
};

/**
 * Stores a domain event in the transaction of what happened. The worker notifies all subscribers at least once, in this
 * order for each event. Answers its place among all domain events.
 */
export async function raise(tx: Tx, customerId: string, happened: Happened): Promise<bigint> {
  const data = rowOf(customerId, happened);
  const { seq } = await tx.domainEvent.create({ data, select: { seq: true } });
  return seq;
}

/** The same for many of one customer, in their order. */
export async function raiseAll(
  tx: Tx,
  customerId: string,
  happened: readonly Happened[],
): Promise<void> {
  await tx.domainEvent.createMany({ data: happened.map((one) => rowOf(customerId, one)) });
}

function rowOf(customerId: string, { event, by, ...rest }: Happened) {
  const names = { eventId: event?.id ?? null, eventName: event?.name ?? null };
  return {
    ...{ id: newId("domainEvent"), customerId, ...names, doneBy: { ...by }, ...rest },
    // No alert rule watches what there is one of for each visitor.
    ...(isAwsType(rest.type) ? { alertedAt: new Date() } : {}),
    traceparent: currentTraceparent(),
  };
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
