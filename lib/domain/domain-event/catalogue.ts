import { AWS_KINDS } from "./aws-kinds";
import { CUSTOMER_KINDS } from "./customer-kinds";
import { EVENT_KINDS } from "./event-kinds";

/** All domain events by type. Types and shapes are public and stay. */
export const DOMAIN_EVENTS = { ...EVENT_KINDS, ...CUSTOMER_KINDS, ...AWS_KINDS };

export type DomainEventType = keyof typeof DOMAIN_EVENTS;

/** All of them, in the order of the catalogue. */
export const DOMAIN_EVENT_TYPES = Object.keys(DOMAIN_EVENTS).filter(isDomainEventType);

export function isDomainEventType(name: string): name is DomainEventType {
  return Object.hasOwn(DOMAIN_EVENTS, name);
}

/** The types that can be subscribed to: a test is only sent on request. */
export const CHOSEN_TYPES = DOMAIN_EVENT_TYPES.filter((type) => type !== "webhook.test");

export type AwsType = keyof typeof AWS_KINDS;

/** True for a type that only those are sent who name it: there is one for each visitor. */
export function isAwsType(type: string): type is AwsType {
  return Object.hasOwn(AWS_KINDS, type);
}

/** The types that nobody is sent who asks for everything. */
export const AWS_TYPES = DOMAIN_EVENT_TYPES.filter(isAwsType);

/** The types that alert rules watch. */
export const ALERT_TYPES: typeof CHOSEN_TYPES = CHOSEN_TYPES.filter((type) => !isAwsType(type));
