import { forgetLinesInUse } from "@/lib/line/commands/lines-in-use";
import { republishDraws } from "@/lib/services/event/draw/checkpoint";
import { Attempts } from "@/lib/services/ground/attempts";
import { listStartedLines } from "@/lib/services/operation/admission/drain";
import { removeDeletedEvents } from "@/lib/services/operation/removal/remove-deleted";
import { removeGoneCustomers } from "@/lib/services/relay/outbox/gone";
import { reconcileAll, reconcileEvent, type Settled } from "@/lib/services/relay/outbox/reconcile";
import type { WorkerDependencies } from "../dependencies";
import { withSomething } from "../drain-round";
import { drainEvents } from "./admissions-drain";
import { storeAllCodeUses } from "./code-uses";
import { drainFiguresOf } from "./figures-drain";
import { drainNoticesOf } from "./notices";

/** A loss takes the lines of all events of a customer: what they publish together is written so often. */
const CUSTOMER_EVERY_MS = 1_000;

const DRAINS = [
  { kind: "admissions", drain: drainEvents },
  { kind: "minutes", drain: drainFiguresOf },
  { kind: "notices", drain: drainNoticesOf },
] as const;

/** What this process has found as it should be. */
const settled: Settled = new Map();

/**
 * Repairs what differs between Postgres and Redis: for one event if the job names one, otherwise for everything. That round
 * also stores what lines still hold that nobody has in use any more, and publishes draws that were left behind. No part of
 * it that fails holds up another.
 */
export async function processLineReconcile(
  deps: WorkerDependencies,
  { eventId }: { readonly eventId?: string | undefined },
): Promise<void> {
  if (eventId !== undefined) {
    const outcome = await reconcileEvent(
      deps.redis,
      eventId,
      performance.now() - CUSTOMER_EVERY_MS,
    );
    deps.log.info({ eventId, ...outcome }, "Repaired an event.");
    return;
  }
  const attempts = new Attempts();
  const { redis } = deps;
  // First: after a loss repair takes its time.
  await attempts.try(() => drainAll(deps, attempts));
  await attempts.try(() => repairAll(deps));
  for (const step of [republishDraws, removeGoneCustomers, removeDeletedEvents, forgetLinesInUse])
    await attempts.try<unknown>(() => step(redis));
  attempts.end((failed) => `${failed} parts of reconciliation failed.`);
}

async function repairAll({ redis, log }: WorkerDependencies): Promise<void> {
  const repaired = await reconcileAll(redis, settled);
  if (Object.values(repaired).some((count) => count > 0))
    log.warn(repaired, "Redis differed from Postgres and was repaired.");
}

async function drainAll(deps: WorkerDependencies, attempts: Attempts): Promise<void> {
  const lines = await listStartedLines();
  for (const { kind, drain } of DRAINS)
    await attempts.try(async () => drain(await withSomething(deps.redis, lines, kind), deps));
  await attempts.try(() => storeAllCodeUses("all", deps));
}
