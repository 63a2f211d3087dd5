import type { Tx } from "@/lib/db/client";
import { DOMAIN_EVENTS, type DomainEventType } from "@/lib/domain/domain-event/catalogue";
import { env } from "@/lib/platform/env";
import { allowedHostsOf } from "@/lib/platform/outgoing/outgoing-url";
import { readPushUrl } from "@/lib/platform/push/push-url";
import type { ServiceContext } from "@/lib/services/ground/context";
import { forbidden, invalidField } from "@/lib/services/ground/errors";
import { requireOwnEvents } from "@/lib/services/ground/require-own-events";

type Wish = {
  readonly url: string;
  readonly types: readonly DomainEventType[] | null;
  readonly eventIds: readonly string[] | null;
};

/**
 * What may be stored of an endpoint. Throws `invalid` for an address that nothing may be sent to and an event that there is
 * not, and `forbidden` for what the caller may not see themselves: nobody has told to a receiver what they may not know.
 */
export async function requireAllowed(
  tx: Tx,
  context: ServiceContext,
  { url, types, eventIds }: Wish,
): Promise<{ readonly url: string; readonly types: string[]; readonly eventIds: string[] }> {
  const reading = readPushUrl(url, allowedHostsOf(env.allowedPrivateHosts()));
  if (!reading.ok) throw invalidField("url", reading.reason);
  requireSight(context, types);
  await requireOwnEvents(tx, context, eventIds ?? []);
  return { url: reading.url, types: [...new Set(types)], eventIds: [...new Set(eventIds)] };
}

function requireSight({ permissions }: ServiceContext, types: Wish["types"]): void {
  const wanted =
    types === null ? Object.values(DOMAIN_EVENTS) : types.map((type) => DOMAIN_EVENTS[type]);
  const missing = wanted.find(({ permission }) => !permissions.has(permission));
  if (missing === undefined) return;
  throw forbidden(`“${missing.title}” needs ${missing.permission}, which you don't have.`);
}
