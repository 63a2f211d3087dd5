import { runningNumber } from "@/lib/domain/line/epoch";
import { endPlace } from "@/lib/line/commands/end-place";
import type { GuardedStatus } from "@/lib/line/scripts/guarded";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { preconditionFailed, ServiceError } from "@/lib/services/ground/errors";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { raiseForAws } from "@/lib/services/ground/raise-for-aws";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { locateShownPlace } from "./inner/locate-shown-place";
import {
  type CancelPlaceInput,
  cancelPlaceInput,
  type EndSessionInput,
  endSessionInput,
} from "./visitor-inputs";

type Ended = { readonly number: number };

/**
 * Ends a visitor's place for good: who waits is never let in, and the seat of who was let in is free. Twice is once. Throws
 * `precondition_failed` where the run is over and before a draw, `conflict` where the code names another number than the one
 * that was seen, and `unavailable` while the line cannot do it.
 */
export const cancelPlace = defineVerb(
  "event:operate",
  cancelPlaceInput,
  (context, asked): Promise<Ended> => end(context, asked, null),
);

/** The same as programs of the AWS API ask for it, which say how the session ended. */
export const endSession = defineVerb(
  "event:operate",
  endSessionInput,
  (context, { status, requestId, ...asked }): Promise<Ended> =>
    end(context, asked, { status, requestId }),
);

async function end(
  context: ServiceContext,
  asked: CancelPlaceInput,
  session: Pick<EndSessionInput, "status" | "requestId"> | null,
): Promise<Ended> {
  const found = await locateShownPlace(context, asked);
  const { lane, number, queueId, runNumber: runId, hasDraw, run } = found;
  return withTransaction(context, async (tx) => {
    await recordAudit(tx, context, {
      verb: "place.cancel",
      subject: run.event.id,
      summary: `cancelled the place ${runningNumber(number)} of ${run.event.name} (run ${run.number})`,
      details: { run: run.number, lane, number, ...(session && { status: session.status }) },
    });
    if (session !== null) {
      const { id, wireId } = run.event;
      const { requestId: request_id, status } = session;
      const event = { id, wireId, customerId: context.customer.id };
      await raiseForAws(tx, event, {
        ...{ type: "aws.session_updated", actor: context.actor },
        data: [{ event_id: wireId, request_id, status }],
      });
    }
    // Last, so that nothing is written down that was not done; done twice, it is the same.
    const place = { runId, lane, number, queueId, hasDraw };
    const answered = await readFromLine((redis) => endPlace(redis, found.ref, place));
    if (answered !== "OK") throw notCancelled(answered);
    return { number };
  });
}

function notCancelled(status: GuardedStatus): ServiceError {
  if (status === "DRAWN")
    return preconditionFailed("The draw has not happened yet. Cancel the place after the draw.");
  return new ServiceError("unavailable", "The line is being repaired. Try again in a few seconds.");
}
