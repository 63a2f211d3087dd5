import { CUSTOMER_KINDS } from "./customer-kinds";
import { EVENT_KINDS } from "./event-kinds";

/** All domain events by type. Types and shapes are public and stay. */
export const DOMAIN_EVENTS = { ...EVENT_KINDS, ...CUSTOMER_KINDS };

export type DomainEventType = keyof typeof DOMAIN_EVENTS;

/** All of them, in the order of the catalogue. */
export const DOMAIN_EVENT_TYPES = Object.keys(DOMAIN_EVENTS).filter(isDomainEventType);

export function isDomainEventType(name: string): name is DomainEventType {
  return Object.hasOwn(DOMAIN_EVENTS, name);
}

/** The types that can be subscribed to: a test is only sent on request. */
export const CHOSEN_TYPES = DOMAIN_EVENT_TYPES.filter((type) => type !== "webhook.test");
