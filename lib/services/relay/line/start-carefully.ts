import { governedOutflow } from "@/lib/domain/governor/governor";
import type { GovernorSetting } from "@/lib/domain/governor/governor-setting";
import { governorBefore, readGovernor, writeGovernor } from "@/lib/line/commands/governor-state";
import { setLimit } from "@/lib/line/commands/limits";
import type { EventRef } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";

type GovernedOutflow = EventRef & { readonly outflowPerMinute: number };

/**
 * Lowers the outflow of an event whose governor has yet to look at the site, so that nobody is let in faster before its
 * first round. Where the governor remembers anything, that holds and nothing is changed.
 */
export async function startCarefully(
  redis: Redis,
  event: GovernedOutflow,
  governor: GovernorSetting,
): Promise<void> {
  if (governor === null || (await readGovernor(redis, event)) !== null) return;
  const state = governorBefore(null, governor);
  // The limit first: once the state is there, nobody comes back here.
  await setLimit(redis, event, "governedOutflow", governedOutflow(state, event.outflowPerMinute));
  await writeGovernor(redis, event, { healthUrl: governor.healthUrl, state });
}
