import { db } from "@/lib/db/client";
import type { ResolveHost } from "@/lib/platform/outgoing/resolve-host";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { type EventIdInput, eventIdInput } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { checkReadiness, type ReadinessCheck } from "./checks";
import { gatherFacts } from "./inner/facts";

/**
 * Whether everything is there that a sale needs. It looks once, asks the target by the guarded way, and changes nothing;
 * what cannot be seen just now is `unknown` and fails nothing else.
 */
export async function getReadiness(
  context: ServiceContext,
  rawInput: EventIdInput,
  resolve?: ResolveHost,
): Promise<readonly ReadinessCheck[]> {
  requirePermission(context, "event:read");
  const { eventId } = eventIdInput.parse(rawInput);
  const event = await getEventOfCustomer(db(), context, eventId);
  return checkReadiness(await gatherFacts(context, event, resolve));
}
