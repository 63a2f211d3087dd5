import type { Db } from "@/lib/db/client";
import {
  NEW_EVENT_DEFAULTS,
  type NewEventDefaults,
  newEventDefaultsSchema,
} from "@/lib/domain/event/new-event-defaults";
import type { ServiceContext } from "@/lib/services/ground/context";

/** What the customer's new events begin with. Throws when the row holds what no verb writes. */
export async function readDefaults(
  database: Db,
  { customer }: ServiceContext,
): Promise<NewEventDefaults> {
  const { newEventDefaults } = await database.customer.findUniqueOrThrow({
    where: { id: customer.id },
    select: { newEventDefaults: true },
  });
  return newEventDefaults === null
    ? NEW_EVENT_DEFAULTS
    : newEventDefaultsSchema.parse(newEventDefaults);
}
