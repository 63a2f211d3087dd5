import { DOMAIN_EVENTS, type DomainEventType, isAwsType } from "./catalogue";

/** Who did it: a member, a program with a key, Stanchion itself (a schedule, the governor), or whoever runs the installation. */
export type DoneBy = {
  readonly type: "person" | "program" | "stanchion" | "installation";
  readonly name: string;
};

/** Something that happened, as it is stored once and told to everybody who wants to know. */
export type DomainEvent = {
  /** The same however often it is sent. */
  readonly id: string;
  readonly type: DomainEventType;
  readonly at: Date;
  /** The customer's id on the wire. */
  readonly customerId: string;
  /** The waiting room where it happened; null: the customer's as a whole. */
  readonly event: { readonly id: string; readonly name: string } | null;
  readonly by: DoneBy;
  /** A sentence for people, without a full stop: "Ana paused Spring Sale". */
  readonly summary: string;
  readonly data: unknown;
};

/**
 * The body that receivers get. `type`, `timestamp` and `data` are the names of the Standard Webhooks specification
 * (https://www.standardwebhooks.com, "Payload structure").
 */
export function bodyOf({ id, type, at, customerId, event, by, summary, data }: DomainEvent) {
  return {
    ...{ id, type, version: DOMAIN_EVENTS[type].version, timestamp: at.toISOString() },
    ...{ customerId, event, by, summary, data },
  };
}

type Filter = {
  /** None: all but those of the AWS API. */
  readonly types: readonly string[];
  /** Ids on the wire; none: all. What happened to the customer as a whole always passes. */
  readonly eventIds: readonly string[];
};

/** True for what somebody with this filter wants to be told. */
export function isWanted(
  filter: Filter,
  { type, eventId }: { readonly type: string; readonly eventId: string | null },
): boolean {
  const isType = filter.types.length === 0 ? !isAwsType(type) : filter.types.includes(type);
  const isEvent =
    eventId === null || filter.eventIds.length === 0 || filter.eventIds.includes(eventId);
  return isType && isEvent;
}
