import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { checkReadiness, type ReadinessCheck } from "./checks";
import { gatherFacts } from "./inner/facts";

/**
 * Whether everything is there that a sale needs. It looks once, asks the target by the guarded way, and changes nothing;
 * what cannot be seen just now is `unknown` and fails nothing else.
 */
export const getReadiness = defineVerb(
  "event:read",
  eventIdInput,
  async (context, { eventId }): Promise<readonly ReadinessCheck[]> => {
    const event = await getEventOfCustomer(db(), context, eventId);
    return checkReadiness(await gatherFacts(context, event));
  },
);
