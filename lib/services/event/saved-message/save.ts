import type { Tx } from "@/lib/db/client";
import { newId } from "@/lib/platform/ids";
import { defineChange } from "@/lib/services/ground/define-verb";
import { invalidField, limitExceeded } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { toSavedMessageView } from "./saved-message-view";
import { saveMessageInput } from "./schemas";

const SAVED_MAX = 100;

/**
 * Keeps the texts of a message under a name, for every event of the customer. Throws `invalid` where one has the name,
 * `limit_exceeded` beyond 100 of them.
 */
export const saveMessage = defineChange(
  "event:operate",
  saveMessageInput,
  async (tx, context, { name, texts }) => {
    const customerId = context.customer.id;
    await lockCustomer(tx, context);
    await requireRoomFor(tx, customerId, name);
    const saved = await tx.savedMessage.create({
      data: { id: newId("savedMessage"), customerId, name, texts },
    });
    await recordAudit(tx, context, {
      verb: "saved-message.save",
      subject: saved.id,
      summary: `saved the message ${name}`,
      details: { texts },
    });
    return toSavedMessageView(saved);
  },
);

async function requireRoomFor(tx: Tx, customerId: string, name: string): Promise<void> {
  const held = await tx.savedMessage.findMany({ where: { customerId }, select: { name: true } });
  if (held.some((one) => one.name === name)) {
    throw invalidField("name", `You already have a saved message called ${name}.`);
  }
  if (held.length < SAVED_MAX) return;
  throw limitExceeded(`You can save up to ${SAVED_MAX} messages. Delete one first.`);
}
