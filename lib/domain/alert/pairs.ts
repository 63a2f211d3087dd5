import { DOMAIN_EVENTS, type DomainEventType } from "@/lib/domain/domain-event/catalogue";

type Pair = {
  /** Any of these resolves it. */
  readonly by: readonly DomainEventType[];
  /** The field of `data` that says which one is meant, where an event or a customer may have several. */
  readonly named?: string;
};

/** What can be over again, and by which type receivers learn that it is. The rest only happens. */
const PAIRS: Partial<Readonly<Record<DomainEventType, Pair>>> = {
  "event.paused": { by: ["event.resumed", "event.ended"] },
  "event.queueing_started": { by: ["event.queueing_ended", "event.ended"] },
  "event.let_through_started": { by: ["event.let_through_ended", "event.ended"] },
  "event.sold_out": { by: ["event.back_in_stock", "event.ended"] },
  "event.full": { by: ["event.has_room", "event.ended"] },
  "event.challenges_high": { by: ["event.challenges_normal", "event.ended"] },
  "event.threshold_crossed": {
    by: ["event.threshold_cleared", "event.ended"],
    named: "thresholdId",
  },
  "event.recovering": { by: ["event.recovered", "event.ended"] },
  "event.clock_jumped": { by: ["event.recovered", "event.ended"] },
  "connector.silent": { by: ["connector.back", "connector.removed"], named: "connectorId" },
  "approval.requested": { by: ["approval.decided"], named: "approvalId" },
};

/** A deleted event has nothing left that could be wrong. */
const ENDS_ALL: DomainEventType = "event.deleted";

/** Whether something of this type is over at some time. */
export function canResolve(type: DomainEventType): boolean {
  return PAIRS[type] !== undefined;
}

/** The types that resolve one, for documents and screens. */
export function resolvedBy(type: DomainEventType): readonly DomainEventType[] {
  return PAIRS[type]?.by ?? [];
}

/** Which of several alerts of one type at one event is meant: two with the same subject are the same. */
export function alertSubject(type: DomainEventType, data: unknown): string {
  return nameIn(data, PAIRS[type]?.named);
}

/** Whether a domain event ends an alert of a type and subject at the same event. */
export function ends(
  alert: { readonly type: DomainEventType; readonly subject: string },
  happened: { readonly type: DomainEventType; readonly data: unknown },
): boolean {
  const pair = PAIRS[alert.type];
  // What only happens is over by itself, and may still have to be told.
  if (pair === undefined) return false;
  if (happened.type === ENDS_ALL) return DOMAIN_EVENTS[alert.type].scope === "event";
  if (!pair.by.includes(happened.type)) return false;
  // The end of a run ends all of its kind.
  return happened.type === "event.ended" || nameIn(happened.data, pair.named) === alert.subject;
}

function nameIn(data: unknown, field: string | undefined): string {
  if (field === undefined || typeof data !== "object" || data === null) return "";
  const name: unknown = Reflect.get(data, field);
  return typeof name === "string" ? name : "";
}
