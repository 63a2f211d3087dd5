import type { Tx } from "@/lib/db/client";
import { type Event, Prisma } from "@/lib/db/generated/client";
import { newId } from "@/lib/platform/ids";
import { requireRoomForEvent } from "@/lib/services/event/change/customer-limits";
import { changeEvent, getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { promiseDraw } from "@/lib/services/event/draw/promise-draw";
import {
  nextOpening,
  type OccurrenceTimes,
  occurrenceTimes,
  schedulesOf,
} from "@/lib/services/event/settings/event-schedules";
import { toEventView } from "@/lib/services/event/settings/event-view";
import { startEventInput } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { preconditionFailed, ServiceError } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { askForEffects, unlessAsked } from "@/lib/services/people/approval/effects-of-change";

/**
 * Opens an event with a new run, whose line begins empty at number 1; if its pre-queue is drawn, with
 * a new promise of the draw. Limits that the site or the governor have set stay in force; the audit entry names those
 * that were last seen. Throws `precondition_failed` when it is open already, when its end has
 * passed, when no secret could sign its tokens, and when there would be a draw but the start has passed; `event_limit`
 * where no further event may be open.
 */
export const startEvent = defineVerb(
  "event:operate",
  startEventInput,
  async (context, { eventId, settingsVersion }) => {
    const answer = await withTransaction(context, async (tx) => {
      const event = await getEventOfCustomer(tx, context, eventId);
      const times = timesOf(context, event, Date.now());
      requireStartable(event, times);
      await requireSecret(tx, event);
      await requireRoomForEvent(tx, context, "open");
      const data = {
        ...({ status: "open", paused: false, softBlock: false, letThrough: false } as const),
        ...{ pauseMessage: null, currentRun: event.currentRun + 1 },
        ...times,
      };
      const asked = await askForEffects(tx, context, {
        ...{ verb: "event.start", act: "start", event, data, input: { eventId } },
      });
      if (asked !== null) return asked;
      const changed = await changeEvent(tx, context, { event, data, seenVersion: settingsVersion });
      const run = await tx.run.create({
        data: { id: newId("run"), eventId: event.id, number: changed.currentRun },
      });
      await promiseDraw(tx, context, { event: changed, run });
      await recordAudit(tx, context, {
        verb: "event.start",
        subject: event.id,
        summary: `started ${event.name} (run ${run.number})`,
        details: { run: run.number, keptLimits: await keptLimits(tx, event.id) },
      });
      await enqueueOutbox(tx, context, "run", run.id);
      await enqueueOutbox(tx, context, "event", event.id);
      return toEventView(changed);
    });
    return unlessAsked(answer);
  },
);

/**
 * The times that a scheduled event opens for: the next ones of its schedules, else its own. A person may open it once
 * more for the occurrence that it was stopped in; the worker does not.
 */
function timesOf({ actor }: ServiceContext, event: Event, nowMs: number): OwnOrOccurrence | null {
  if (event.kind !== "scheduled") return null;
  if (actor.type === "worker") return nextOpening(event, nowMs)?.times ?? null;
  return occurrenceTimes(schedulesOf(event), nowMs) ?? { occurrence: Prisma.DbNull };
}

type OwnOrOccurrence = OccurrenceTimes | Pick<OccurrenceTimes, "occurrence">;

/** The limits of the run before, as far as they were seen; null where nothing was. */
async function keptLimits(tx: Tx, eventId: string): Promise<Record<string, number> | null> {
  const held = await tx.eventCheckpoint.findUnique({ where: { eventId } });
  if (held === null) return null;
  const limits = [...held.limits.matchAll(/(\w+)=([^;]*);/g)];
  return Object.fromEntries(limits.map(([, name, value]) => [name, Number(value)]));
}

/** Without a secret that signs, slots would be used up and nobody could be let in. */
async function requireSecret(tx: Tx, { id, customerId, name }: Event): Promise<void> {
  const signing = await tx.secret.count({
    where: { customerId, active: true, OR: [{ eventId: null }, { eventId: id }] },
  });
  if (signing > 0) return;
  throw preconditionFailed(
    `${name} has no secret to sign tokens. Generate one under Secrets & keys first.`,
  );
}

function requireStartable(row: Event, times: OwnOrOccurrence | null): void {
  const event = { ...row, ...times };
  if (event.status === "open") {
    throw preconditionFailed(`${event.name} is already open.`);
  }
  if (event.endAt !== null && event.endAt.getTime() <= Date.now()) {
    const reason = `The end time of ${event.name} has passed. Choose a later one first.`;
    throw new ServiceError("precondition_failed", reason, { fields: { endLocal: reason } });
  }
}
