import type { Prisma, WebhookDeliveryState } from "@/lib/db/generated/client";

/** What a view needs besides the row: what happened, and the last attempt. */
export const WITH_EVENT = {
  domainEvent: true,
  attempts: { orderBy: { id: "desc" }, take: 1 },
} as const satisfies Prisma.WebhookDeliveryInclude;

type Row = Prisma.WebhookDeliveryGetPayload<{ include: typeof WITH_EVENT }>;

/** One message to one endpoint, as a list shows it. */
export type DeliveryView = {
  readonly id: string;
  /** The `webhook-id`: the same for each attempt and each time that it is sent again. */
  readonly messageId: string;
  readonly type: string;
  /** The event's id on the wire; null: it concerns the customer as a whole. */
  readonly eventId: string | null;
  readonly summary: string;
  readonly happenedAt: string;
  readonly state: WebhookDeliveryState;
  readonly isReplay: boolean;
  readonly createdAt: string;
  readonly endedAt: string | null;
  /** Of the last attempt; null before the first. */
  readonly attemptedAt: string | null;
  readonly status: number | null;
  readonly problem: string | null;
};

export function toDeliveryView({ domainEvent, attempts: [last], ...row }: Row): DeliveryView {
  return {
    id: String(row.id),
    messageId: domainEvent.id,
    type: domainEvent.type,
    eventId: domainEvent.eventId,
    summary: domainEvent.summary,
    happenedAt: domainEvent.at.toISOString(),
    state: row.state,
    isReplay: row.isReplay,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    attemptedAt: last?.at.toISOString() ?? null,
    status: last?.status ?? null,
    problem: last?.problem ?? null,
  };
}
