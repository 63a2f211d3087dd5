import { db, type Tx } from "@/lib/db/client";
import type { CustomerHost } from "@/lib/db/generated/client";
import { isUniqueViolation } from "@/lib/db/unique-violation";
import type { ServiceContext } from "@/lib/services/context";
import { notFound, ServiceError } from "@/lib/services/errors";
import { lockCustomer } from "@/lib/services/lock-customer";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { findProof, type ProofWays } from "./find-proof";
import { type HostView, toHostView } from "./host-view";
import { type HostIdInput, hostIdInput } from "./schemas";

/**
 * Looks for the proof of a host at once. A host that shows it is the customer's from then on. Throws
 * `precondition_failed` when there is none, and when another customer has the host; `unavailable` when nobody could be
 * asked.
 */
export async function checkHost(
  context: ServiceContext,
  rawInput: HostIdInput,
  ways?: ProofWays,
): Promise<HostView> {
  requirePermission(context, "customer:write");
  const { hostId } = hostIdInput.parse(rawInput);
  const where = { id: hostId, customerId: context.customer.id };
  const claim = await db().customerHost.findFirst({ where });
  if (claim === null) throw notFound("host");
  await requireProof(claim, ways);
  try {
    return await withTransaction(context, async (tx) => {
      await lockCustomer(tx, context);
      const row = await tx.customerHost.findFirst({ where });
      if (row === null) throw notFound("host");
      const verified = await verify(tx, row);
      if (row.verifiedHost === null)
        await recordAudit(tx, context, {
          verb: "address.verify",
          subject: row.id,
          summary: `verified the host ${row.host}`,
        });
      return toHostView(verified);
    });
  } catch (error) {
    // The database decides, also between two who show their proofs at the same moment.
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError(
      "precondition_failed",
      `Another customer of this installation has ${claim.host}. Ask whoever runs it.`,
    );
  }
}

async function requireProof(claim: CustomerHost, ways?: ProofWays): Promise<void> {
  const proof = await findProof(claim, ways);
  if (proof === "found") return;
  // The time of a verified host is the worker's, which would else never count what is missing.
  await db().customerHost.updateMany({
    where: { id: claim.id, verifiedHost: null },
    data: { lastCheckedAt: new Date() },
  });
  if (proof === "unknown")
    throw new ServiceError(
      "unavailable",
      "The DNS could not be asked just now. Please try again in a minute.",
    );
  throw new ServiceError(
    "precondition_failed",
    `Neither the record nor the file of ${claim.host} is there yet. Changes of DNS may take an hour to be seen.`,
  );
}

function verify(tx: Tx, { id, host, verifiedHost, verifiedAt }: CustomerHost) {
  const now = new Date();
  return tx.customerHost.update({
    where: { id },
    data: {
      verifiedHost: host,
      verifiedAt: verifiedHost === null ? now : verifiedAt,
      lastCheckedAt: now,
      failures: 0,
    },
  });
}
