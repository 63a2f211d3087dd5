import { db } from "@/lib/db/client";
import type { Customer } from "@/lib/db/generated/client";
import type { CustomerLimits, Suspension } from "@/lib/domain/event/standing";
import { env } from "@/lib/platform/env";
import { standingOf } from "@/lib/services/event/settings/to-settings";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { notFound } from "@/lib/services/ground/errors";

export type CustomerView = {
  /** The id on the wire (`c`). */
  readonly customerId: string;
  readonly name: string;
  /** In which its people read times in the console. */
  readonly timeZone: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly suspension: Suspension | null;
  readonly limits: CustomerLimits;
};

export type CustomerWithEvents = CustomerView & {
  readonly events: number;
  readonly openEvents: number;
};

/** `waitingRoomUrl`: where visitors wait, unless the customer has a host of its own. */
export type OwnCustomer = CustomerWithEvents & { readonly waitingRoomUrl: string };

export const getCustomer = defineVerb(
  "customer:read",
  noInput,
  async (context): Promise<OwnCustomer> => {
    const customerId = context.customer.id;
    const [customer, openEvents] = await Promise.all([
      db().customer.findUnique({
        where: { id: customerId },
        include: { _count: { select: { events: { where: { testOf: null } } } } },
      }),
      db().event.count({ where: { customerId, status: "open", testOf: null } }),
    ]);
    if (customer === null) throw notFound("customer");
    return {
      ...toCustomerView(customer),
      events: customer._count.events,
      openEvents,
      waitingRoomUrl: env.waitingRoomUrl(),
    };
  },
);

export function toCustomerView(customer: Customer): CustomerView {
  return {
    customerId: customer.wireId,
    name: customer.name,
    timeZone: customer.timeZone,
    createdAt: customer.createdAt.toISOString(),
    ...standingOf(customer),
  };
}
