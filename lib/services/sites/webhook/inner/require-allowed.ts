import type { Tx } from "@/lib/db/client";
import type { DomainEventType } from "@/lib/domain/domain-event/catalogue";
import { env } from "@/lib/platform/env";
import { allowedHostsOf } from "@/lib/platform/outgoing/outgoing-url";
import { readPushUrl } from "@/lib/platform/push/push-url";
import type { ServiceContext } from "@/lib/services/ground/context";
import { invalidField } from "@/lib/services/ground/errors";
import { requireFreeName } from "@/lib/services/ground/require-free-name";
import { requireOwnEvents } from "@/lib/services/ground/require-own-events";
import { requireSight } from "@/lib/services/ground/require-sight";

type Wish = {
  readonly name: string;
  readonly url: string;
  readonly types: readonly DomainEventType[] | null;
  readonly eventIds: readonly string[] | null;
};

type Allowed = {
  readonly name: string;
  readonly url: string;
  readonly types: string[];
  readonly eventIds: string[];
};

/**
 * What may be stored of an endpoint, under the customer's lock. Throws `invalid` for a name that another endpoint than
 * `endpointId` has, an address that nothing may be sent to and an event that there is not, and `forbidden` for what the caller may not see themselves: nobody has told to a receiver what they may not know.
 */
export async function requireAllowed(
  tx: Tx,
  context: ServiceContext,
  { name, url, types, eventIds }: Wish,
  endpointId?: string,
): Promise<Allowed> {
  const reading = readPushUrl(url, allowedHostsOf(env.allowedPrivateHosts()));
  if (!reading.ok) throw invalidField("url", reading.reason);
  requireSight(context, types);
  const namesake = { customerId: context.customer.id, name, NOT: { id: endpointId ?? "" } };
  requireFreeName("webhook", name, await tx.webhookEndpoint.count({ where: namesake }));
  await requireOwnEvents(tx, context, eventIds ?? []);
  return { name, url: reading.url, types: [...new Set(types)], eventIds: [...new Set(eventIds)] };
}
