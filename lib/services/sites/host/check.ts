import { db, type Tx } from "@/lib/db/client";
import type { CustomerHost } from "@/lib/db/generated/client";
import { isUniqueViolation } from "@/lib/db/unique-violation";
import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound, preconditionFailed, ServiceError } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { type HostView, toHostView } from "./host-view";
import { findProof, type ProofWays } from "./inner/find-proof";
import { type HostIdInput, hostIdInput } from "./schemas";

/**
 * Looks for the proof of a host at once. A host that shows it is the customer's from then on. Throws
 * `precondition_failed` when there is none, and when another customer has the host; `unavailable` when nobody could be
 * asked.
 */
export const checkHost = Object.assign(check, {
  input: hostIdInput,
  permission: "customer:write",
} as const);

async function check(
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
    throw preconditionFailed(
      `${claim.host} belongs to another customer of this installation. Contact your administrator.`,
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
    throw new ServiceError("unavailable", "The DNS lookup failed. Try again in a minute.");
  throw preconditionFailed(
    `No record or file found for ${claim.host}. DNS changes can take up to an hour.`,
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
