import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { TooManyTries, takeTry } from "@/lib/services/ground/throttle";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { reportSecurityEvent } from "./security-event";

/**
 * Says in the log, and in the customer's audit log, that a member asked for what their role may not do. The audit
 * log has at most ten of these an hour from each member.
 */
export async function reportRefusal(context: ServiceContext, error: unknown): Promise<void> {
  if (!(error instanceof ServiceError) || error.code !== "forbidden") return;
  const { customer, actor } = context;
  reportSecurityEvent({
    event: "permission.refused",
    userId: actor.id,
    customerId: customer.id,
    detail: error.message,
  });
  try {
    const key = ["refusal-audit", customer.id, actor.id];
    await takeTry([{ key, triesMax: 10, windowSeconds: 60 * 60 }]);
  } catch (refused) {
    if (refused instanceof TooManyTries) return;
    throw refused;
  }
  await withAnonymousTransaction((tx) =>
    recordAudit(tx, context, {
      verb: "permission.refused",
      subject: actor.id,
      summary: "was denied: their role does not allow this",
      details: { reason: error.message },
    }),
  );
}
