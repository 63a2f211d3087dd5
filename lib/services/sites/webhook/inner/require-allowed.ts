import type { Tx } from "@/lib/db/client";
import type { DomainEventType } from "@/lib/domain/domain-event/catalogue";
import { env } from "@/lib/platform/env";
import { allowedHostsOf } from "@/lib/platform/outgoing/outgoing-url";
import { readPushUrl } from "@/lib/platform/push/push-url";
import type { ServiceContext } from "@/lib/services/ground/context";
import { invalidField } from "@/lib/services/ground/errors";
import { requireOwnEvents } from "@/lib/services/ground/require-own-events";
import { requireSight } from "@/lib/services/ground/require-sight";

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
