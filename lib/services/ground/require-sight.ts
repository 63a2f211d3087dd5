import {
  DOMAIN_EVENT_TYPES,
  DOMAIN_EVENTS,
  type DomainEventType,
  isAwsType,
} from "@/lib/domain/domain-event/catalogue";
import type { ServiceContext } from "./context";
import { forbidden } from "./errors";

/**
 * Throws `forbidden` for types that the caller may not see themselves: nobody has told to a receiver what they may not
 * know. Null: all types but those of the AWS API.
 */
export function requireSight(
  { permissions }: ServiceContext,
  types: readonly DomainEventType[] | null,
): void {
  const wanted = types ?? DOMAIN_EVENT_TYPES.filter((type) => !isAwsType(type));
  const missing = wanted
    .map((type) => DOMAIN_EVENTS[type])
    .find(({ permission }) => !permissions.has(permission));
  if (missing === undefined) return;
  throw forbidden(`“${missing.title}” needs ${missing.permission}, which you don't have.`);
}
