import { db } from "@/lib/db/client";
import { env } from "@/lib/platform/env";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { notFound } from "@/lib/services/ground/errors";
import { type CustomerWithEvents, toCustomerView } from "./customer-view";

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
