import { runningNumber } from "@/lib/domain/line/epoch";
import { endPlace } from "@/lib/line/commands/end-place";
import type { GuardedStatus } from "@/lib/line/scripts/guarded";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { preconditionFailed, ServiceError } from "@/lib/services/ground/errors";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { locateShownPlace } from "./inner/locate-shown-place";
import { cancelPlaceInput } from "./visitor-inputs";

/**
 * Ends a visitor's place for good: who waits is never let in, and the seat of who was let in is free. Twice is once. Throws
 * `precondition_failed` where the run is over and before a draw, `conflict` where the code names another number than the one
 * that was seen, and `unavailable` while the line cannot do it.
 */
export const cancelPlace = defineVerb(
  "event:operate",
  cancelPlaceInput,
  async (context, asked): Promise<{ readonly number: number }> => {
    const found = await locateShownPlace(context, asked);
    return withTransaction(context, async (tx) => {
      const { lane, number, queueId, runNumber: runId, hasDraw, run } = found;
      await recordAudit(tx, context, {
        verb: "place.cancel",
        subject: run.event.id,
        summary: `cancelled the place ${runningNumber(number)} of ${run.event.name} (run ${run.number})`,
        details: { run: run.number, lane, number },
      });
      // Last, so that nothing is written down that was not done; done twice, it is the same.
      const place = { runId, lane, number, queueId, hasDraw };
      const status = await readFromLine((redis) => endPlace(redis, found.ref, place));
      if (status !== "OK") throw notCancelled(status);
      return { number };
    });
  },
);

function notCancelled(status: GuardedStatus): ServiceError {
  if (status === "DRAWN")
    return preconditionFailed("The draw has not happened yet. Cancel the place after the draw.");
  return new ServiceError("unavailable", "The line is being repaired. Try again in a few seconds.");
}
