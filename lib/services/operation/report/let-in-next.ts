import { runningNumber } from "@/lib/domain/line/epoch";
import { letInName } from "@/lib/domain/line/let-in-name";
import { readSupportCode } from "@/lib/domain/support-code/support-code";
import { readDecidedDraw } from "@/lib/line/commands/decided-draw";
import { findPlace } from "@/lib/line/commands/find-place";
import {
  changeEvent,
  getEventOfCustomer,
  requireOpen,
} from "@/lib/services/event/change/find-event";
import { releasedPlacesOf, withReleased } from "@/lib/services/event/settings/released-places";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { conflict, preconditionFailed } from "@/lib/services/ground/errors";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { locateShownPlace } from "./inner/locate-shown-place";
import type { FoundVisitor } from "./inner/locate-visitor";
import { cancelPlaceInput } from "./visitor-inputs";

/**
 * Gives a visitor who waits the next free slot, within the cap and the stock: as soon as their page asks, which it does on
 * its own within six minutes and at once when they reload it. Nobody loses a place by it. Twice is once. Throws
 * `precondition_failed` for who waits no more, where the run is over and before a draw, and `conflict` where the code
 * names another number than the one that was seen, or the run is another one by now.
 */
export const letInNext = defineVerb(
  "event:operate",
  cancelPlaceInput,
  async (context, asked): Promise<{ readonly number: number }> => {
    const found = await locateShownPlace(context, asked);
    await requireWaiting(found, asked.code);
    return withTransaction(context, async (tx) => {
      const event = await getEventOfCustomer(tx, context, asked.eventId);
      requireOpen(event);
      if (event.currentRun !== found.runNumber)
        throw conflict("Another run has started. Search for the visitor again.");
      const { lane, number } = found;
      const name = letInName({ lane, number });
      if (releasedPlacesOf(event).includes(name)) return { number };
      const releasedPlaces = withReleased(event, name);
      await changeEvent(tx, context, { event, data: { releasedPlaces } });
      await recordAudit(tx, context, {
        verb: "place.let-in",
        subject: event.id,
        summary: `admitted the place ${runningNumber(number)} of ${event.name} next (run ${event.currentRun})`,
        details: { run: event.currentRun, lane, number },
      });
      await enqueueOutbox(tx, context, "event", event.id);
      return { number };
    });
  },
);

async function requireWaiting(found: FoundVisitor, code: string): Promise<void> {
  const { admissions, hasDraw, ref, runNumber: runId } = found;
  if (admissions.length > 0) throw preconditionFailed("This visitor is admitted already.");
  const decided = hasDraw
    ? await readFromLine((redis) => readDecidedDraw(redis, { ...ref, runId }))
    : undefined;
  if (decided === null)
    throw preconditionFailed("The draw has not happened yet. Admit the visitor after the draw.");
  const joined = readSupportCode(code, runId);
  const place = joined.ok ? await readFromLine((redis) => findPlace(redis, ref, joined)) : null;
  if (place?.state !== "waiting" && place?.state !== "called")
    throw preconditionFailed("This visitor no longer waits.");
}
