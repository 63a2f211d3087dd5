import type { Customer } from "@/lib/db/generated/client";
import type { CustomerLimits, Suspension } from "@/lib/domain/event/standing";
import { standingOf } from "@/lib/services/event/settings/to-settings";

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

export function toCustomerView(customer: Customer): CustomerView {
  return {
    customerId: customer.wireId,
    name: customer.name,
    timeZone: customer.timeZone,
    createdAt: customer.createdAt.toISOString(),
    ...standingOf(customer),
  };
}
