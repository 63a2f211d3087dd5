import { db } from "@/lib/db/client";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/ground/context";
import { sealWish } from "@/lib/services/people/approval/sealed-wish";

/** A request to stop an event that waits for a second person, sealed as the service seals it: other tests open what is left. */
export async function addTestApproval({
  customer,
  actor,
}: Pick<ServiceContext, "customer" | "actor">) {
  const id = newId("approval");
  const verb = "event.stop";
  const wish = { input: {}, seen: {} };
  return db().approval.create({
    data: {
      id,
      customerId: customer.id,
      verb,
      subject: "sale",
      summary: `stop Sale, asked for by ${actor.name}`,
      sealed: sealWish({ approvalId: id, customerWireId: customer.wireId, verb }, wish),
      askedById: actor.id,
      askedByName: actor.name,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
}
