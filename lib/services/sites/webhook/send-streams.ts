import { db } from "@/lib/db/client";
import type { WebhookOff } from "@/lib/db/generated/client";
import { bodyOf } from "@/lib/domain/domain-event/domain-event";
import { GIVEN_UP_AFTER_MS, retryDelayMs } from "@/lib/domain/webhook/retry";
import { traced } from "@/lib/platform/observability/traces/traced";
import { postWebhook, type WebhookOutcome } from "./inner/post-webhook";
import { domainEventOf } from "./inner/stored-event";
import {
  type Attempt,
  type ClaimedStream,
  type NextDelivery,
  nextDelivery,
  noteEnded,
  noteFailed,
  releaseStream,
  TEST_KEY,
} from "./streams";
import { secretsOf } from "./webhook-secret";

/** After so many another stream has its turn. */
const DELIVERIES_IN_A_TURN = 200;
/** "The target resource is no longer available": the specification has senders stop there. */
const GONE = 410;

/**
 * Sends what waits in a stream, one after the other, until nothing is left, one fails, or `goesOn` says no. Whoever is killed
 * meanwhile loses nothing: when the lease is over, the delivery that was under way is sent again.
 */
export async function sendStream(stream: ClaimedStream, goesOn: () => boolean): Promise<void> {
  for (let sent = 0; sent < DELIVERIES_IN_A_TURN && goesOn(); sent += 1) {
    const next = await nextDelivery(stream);
    if (next === null || !(await deliverTraced(stream, next))) break;
  }
  await releaseStream(stream);
}

/** The same in the trace of what happened. */
function deliverTraced(stream: ClaimedStream, next: NextDelivery): Promise<boolean> {
  const causes = [next.traceparent];
  const attributes = { "stanchion.webhook.type": next.type };
  return traced("webhook", () => deliver(stream, next), { causes, attributes, kind: "client" });
}

/** Makes one attempt. True when the stream goes on with the next delivery at once. */
async function deliver(stream: ClaimedStream, next: NextDelivery): Promise<boolean> {
  const { deliveryId } = next;
  const event = domainEventOf(next.wireId, next);
  const outcome = await postWebhook({
    ...{ owner: stream.endpointId, url: next.url, secrets: secretsOf(next) },
    ...{ id: event.id, body: JSON.stringify(bodyOf(event)) },
  });
  if (outcome === null) return false;
  const { attempt } = outcome;
  if (attempt.problem === null)
    return noteEnded(stream, deliveryId, { attempt, state: "delivered" });
  if (stream.key === TEST_KEY || (await failsAlone(stream, next, attempt.at)))
    return noteEnded(stream, deliveryId, { attempt, state: "failed" });
  await fail(stream, next, outcome);
  return false;
}

async function fail(
  stream: ClaimedStream,
  { deliveryId, failures, failingSince }: NextDelivery,
  { attempt, retryAfterMs }: WebhookOutcome,
): Promise<void> {
  const delayMs = retryDelayMs(failures + 1, Math.random(), retryAfterMs);
  await noteFailed(stream, deliveryId, { attempt, delayMs });
  const because = reasonToStop(attempt, failingSince);
  if (because === null) return;
  await db().webhookEndpoint.updateMany({
    where: { id: stream.endpointId, isOn: true },
    data: { isOn: false, offBecause: because, offAt: attempt.at, offToldAt: null },
  });
}

/** Whether a delivery has failed for too long while the endpoint took others: where it takes none, they wait for it. */
async function failsAlone(
  { endpointId }: ClaimedStream,
  { firstAttemptAt }: NextDelivery,
  at: Date,
): Promise<boolean> {
  if (firstAttemptAt === null || !isGivenUp(firstAttemptAt, at)) return false;
  const taken = { endpointId, state: "delivered", endedAt: { gte: firstAttemptAt } } as const;
  const other = await db().webhookDelivery.findFirst({ where: taken, select: { id: true } });
  return other !== null;
}

function reasonToStop({ status, at }: Attempt, failingSince: Date | null): WebhookOff | null {
  if (status === GONE) return "gone";
  return isGivenUp(failingSince, at) ? "failing" : null;
}

function isGivenUp(since: Date | null, at: Date): boolean {
  return since !== null && at.getTime() - since.getTime() >= GIVEN_UP_AFTER_MS;
}
