import { DOMAIN_EVENTS, type DomainEventType } from "@/lib/domain/domain-event/catalogue";
import type { ServiceContext } from "./context";
import { forbidden } from "./errors";

/**
 * Throws `forbidden` for types that the caller may not see themselves: nobody has told to a receiver what they may not
 * know. Null: all types.
 */
export function requireSight(
  { permissions }: ServiceContext,
  types: readonly DomainEventType[] | null,
): void {
  const wanted =
    types === null ? Object.values(DOMAIN_EVENTS) : types.map((type) => DOMAIN_EVENTS[type]);
  const missing = wanted.find(({ permission }) => !permissions.has(permission));
  if (missing === undefined) return;
  throw forbidden(`“${missing.title}” needs ${missing.permission}, which you don't have.`);
}
