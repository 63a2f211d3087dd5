import { db } from "@/lib/db/client";
import {
  CONTEXT_CUSTOMER,
  type ContextCustomer,
  installationContext,
  type ServiceContext,
} from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { type CustomerWithEvents, toCustomerView } from "./customer-view";

export type ListedCustomer = CustomerWithEvents & {
  readonly members: number;
};

/** All customers of the installation, by id, or the one that is named: for whoever runs it. */
export async function listCustomers(customerId?: string): Promise<readonly ListedCustomer[]> {
  const customers = await db().customer.findMany({
    where: customerId === undefined ? {} : { wireId: customerId },
    orderBy: { wireId: "asc" },
    include: { _count: { select: { events: { where: { testOf: null } }, memberships: true } } },
  });
  const open = await db().event.groupBy({
    by: ["customerId"],
    where: { status: "open", testOf: null, customerId: { in: customers.map(({ id }) => id) } },
    _count: true,
  });
  const openOf = new Map(open.map(({ customerId, _count }) => [customerId, _count]));
  return customers.map((customer) => ({
    ...toCustomerView(customer),
    events: customer._count.events,
    openEvents: openOf.get(customer.id) ?? 0,
    members: customer._count.memberships,
  }));
}

/**
 * The context in which a command of the installation acts on one customer, by its id on the wire. Throws
 * `not_found`.
 */
export async function contextForInstallation(
  customerId: string,
  command: string,
): Promise<ServiceContext> {
  const customer: ContextCustomer | null = await db().customer.findUnique({
    where: { wireId: customerId },
    select: CONTEXT_CUSTOMER,
  });
  if (customer === null) {
    throw new ServiceError("not_found", `Customer ${customerId} does not exist.`);
  }
  return installationContext(customer, command);
}
