import {
  GOVERNOR,
  type GovernorState,
  governedOutflow,
  noteProbes,
} from "@/lib/domain/governor/governor";
import type { GovernorSetting } from "@/lib/domain/governor/governor-setting";
import { governorBefore, readGovernor, writeGovernor } from "@/lib/line/commands/governor-state";
import { setLimit } from "@/lib/line/commands/limits";
import type { EventRef } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import type { Logger } from "@/lib/platform/observability/logger";
import { probeOrigin } from "./probe-origin";

/** Probes of one round that wait for answers at the same time. */
const AT_ONCE = 4;
/** A round ends before the next one begins, however slow the site is. */
const ROUND_LIMIT_MS = 25_000;

export type GovernedOpenEvent = EventRef & {
  readonly outflowPerMinute: number;
  readonly governor: GovernorSetting;
};

/**
 * One round of the governor for one event: probes the site, judges, and lowers or raises the outflow in
 * force. What was learnt stays when the worker is restarted or the settings change. If the event has no governor any more, removes what it left behind. If it is killed in the
 * middle, the outflow in force stays as it was.
 */
export async function governEvent(
  { redis, log }: { readonly redis: Redis; readonly log: Logger },
  event: GovernedOpenEvent,
): Promise<void> {
  const { governor } = event;
  const held = await readGovernor(redis, event);
  if (governor === null) {
    if (held === null) return;
    await writeGovernor(redis, event, null);
    await setLimit(redis, event, "governedOutflow", null);
    return;
  }
  const before = governorBefore(held, governor);
  const state = noteProbes(before, await probe(event.customerId, governor), Date.now());
  await writeGovernor(redis, event, { healthUrl: governor.healthUrl, state });
  const outflow = governedOutflow(state, event.outflowPerMinute);
  await setLimit(redis, event, "governedOutflow", outflow);
  if (state.share !== before.share) logChange(log, event, { before, state, outflow });
}

async function probe(
  customerId: string,
  { healthUrl: url, timeoutMs }: NonNullable<GovernorSetting>,
): Promise<readonly (number | null)[]> {
  const endsAtMs = performance.now() + ROUND_LIMIT_MS;
  const probes: (number | null)[] = [];
  while (probes.length < GOVERNOR.probes && performance.now() < endsAtMs) {
    const asked = Math.min(AT_ONCE, GOVERNOR.probes - probes.length);
    const answers = Array.from({ length: asked }, () =>
      probeOrigin({ customerId, url, timeoutMs }),
    );
    for (const answer of await Promise.all(answers)) if (answer !== undefined) probes.push(answer);
  }
  return wholeRound(probes);
}

/** A site that answered nothing until the time was over has answered nothing of the rest either: it is judged at once. */
export function wholeRound(probes: readonly (number | null)[]): readonly (number | null)[] {
  const isSilent = probes.length > 0 && probes.every((one) => one === null);
  return isSilent ? Array.from({ length: GOVERNOR.probes }, () => null) : probes;
}

function logChange(
  log: Logger,
  { customerId, eventId }: EventRef,
  change: {
    readonly before: GovernorState;
    readonly state: GovernorState;
    readonly outflow: number;
  },
): void {
  const { before, state, outflow } = change;
  log.info(
    { customerId, eventId, from: before.share, to: state.share, outflowPerMinute: outflow },
    state.share < before.share
      ? "The site is slow or does not answer: the governor lowered the outflow."
      : "The site answers well: the governor raised the outflow.",
  );
}
