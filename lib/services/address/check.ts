import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { findProof, type ReadTxt } from "./find-proof";
import { type HostView, toHostView } from "./host-view";
import { type HostIdInput, hostIdInput } from "./schemas";

/**
 * Looks for the proof of a host at once. A host that shows it is the customer's from then on. Throws
 * `precondition_failed` with what was not found, and when another customer has the host.
 */
export async function checkHost(
  context: ServiceContext,
  rawInput: HostIdInput,
  read?: ReadTxt,
): Promise<HostView> {
  requirePermission(context, "customer:write");
  const { hostId } = hostIdInput.parse(rawInput);
  const where = { id: hostId, customerId: context.customer.id };
  const claim = await db().customerHost.findFirst({ where });
  if (claim === null) throw new ServiceError("not_found", "There is no such host.");
  const proof = await findProof(claim, read);
  if (proof !== "found") {
    await db().customerHost.updateMany({ where, data: { lastCheckedAt: new Date() } });
    throw new ServiceError(
      proof === "unknown" ? "unavailable" : "precondition_failed",
      proof === "unknown"
        ? "The DNS could not be asked just now. Please try again in a minute."
        : "Neither the record nor the file is there yet. Changes of DNS may take an hour to be seen.",
    );
  }
  return withTransaction(context, async (tx) => {
    await refuseTaken(tx, claim);
    const now = new Date();
    const row = await tx.customerHost.update({
      where,
      data: {
        verifiedHost: claim.host,
        verifiedAt: claim.verifiedAt ?? now,
        lastCheckedAt: now,
        failures: 0,
      },
    });
    if (claim.verifiedHost === null)
      await recordAudit(tx, context, {
        verb: "address.verify",
        subject: row.id,
        summary: `verified the host ${row.host}`,
      });
    return toHostView(row);
  });
}

async function refuseTaken(
  tx: Parameters<Parameters<typeof withTransaction>[1]>[0],
  { id, host }: { readonly id: string; readonly host: string },
): Promise<void> {
  const holder = await tx.customerHost.findUnique({ where: { verifiedHost: host } });
  if (holder !== null && holder.id !== id)
    throw new ServiceError(
      "precondition_failed",
      `Another customer of this installation has ${host}. Ask whoever runs it.`,
    );
}
