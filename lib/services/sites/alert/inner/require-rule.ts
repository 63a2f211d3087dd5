import type { Tx } from "@/lib/db/client";
import { canResolve } from "@/lib/domain/alert/pairs";
import { DOMAIN_EVENTS, type DomainEventType } from "@/lib/domain/domain-event/catalogue";
import type { ServiceContext } from "@/lib/services/ground/context";
import { invalidField } from "@/lib/services/ground/errors";
import { requireFreeName } from "@/lib/services/ground/require-free-name";
import { requireOwnEvents } from "@/lib/services/ground/require-own-events";
import { requireSight } from "@/lib/services/ground/require-sight";

type Wish = {
  readonly name: string;
  readonly types: readonly DomainEventType[];
  readonly eventIds: readonly string[] | null;
  readonly channelIds: readonly string[];
  readonly afterMinutes: number;
  readonly quietFrom: string | null;
  readonly quietUntil: string | null;
};

/**
 * What may be stored of a rule, under the customer's lock. Throws `invalid` for a name that another rule than
 * `alertRuleId` has, an event or a channel that there is not and times that contradict each other, and `forbidden` for what the caller may not see themselves.
 */
export async function requireRule<Asked extends Wish>(
  tx: Tx,
  context: ServiceContext,
  wish: Asked,
  alertRuleId?: string,
): Promise<
  Omit<Asked, "types" | "eventIds" | "channelIds"> &
    Record<"types" | "eventIds" | "channelIds", string[]>
> {
  requireSight(context, wish.types);
  const { name } = wish;
  const namesake = { customerId: context.customer.id, name, NOT: { id: alertRuleId ?? "" } };
  requireFreeName("alert rule", name, await tx.alertRule.count({ where: namesake }));
  await requireOwnEvents(tx, context, wish.eventIds ?? []);
  await requireChannels(tx, context, wish.channelIds);
  requireTimes(wish);
  return {
    ...wish,
    types: [...new Set<string>(wish.types)],
    eventIds: [...new Set(wish.eventIds ?? [])],
    channelIds: [...new Set(wish.channelIds)],
  };
}

/** Throws `invalid` where one is no channel of the customer. */
export async function requireChannels(
  tx: Tx,
  { customer }: ServiceContext,
  channelIds: readonly string[],
): Promise<void> {
  const where = { customerId: customer.id, id: { in: [...channelIds] } };
  const found = await tx.alertChannel.count({ where });
  if (found !== new Set(channelIds).size)
    throw invalidField("channelIds", "One of these channels no longer exists.");
}

function requireTimes({ types, afterMinutes, quietFrom, quietUntil }: Wish): void {
  const brief = types.find((type) => !canResolve(type));
  if (afterMinutes > 0 && brief !== undefined) {
    const { title } = DOMAIN_EVENTS[brief];
    throw invalidField("afterMinutes", `Enter 0: “${title}” has no end, so it cannot last.`);
  }
  if ((quietFrom === null) !== (quietUntil === null))
    throw invalidField(quietFrom === null ? "quietFrom" : "quietUntil", "Enter both times.");
  if (quietFrom !== null && quietFrom === quietUntil)
    throw invalidField("quietUntil", "Enter a different end time.");
}
