import { z } from "zod";
import { db } from "@/lib/db/client";
import { env } from "@/lib/platform/env";
import { defineChange, defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { recordAudit } from "@/lib/services/ground/record-audit";

export const setStatusPageInput = z.strictObject({ isOn: z.boolean() });
export type SetStatusPageInput = z.input<typeof setStatusPageInput>;

/** Whether a customer has a public status page, and where it is. */
export type StatusPageView = { readonly isOn: boolean; readonly url: string };

export const getStatusPage = defineVerb(
  "customer:read",
  noInput,
  async ({ customer }): Promise<StatusPageView> => {
    const { wireId, hasStatusPage } = await db().customer.findUniqueOrThrow({
      where: { id: customer.id },
      select: { wireId: true, hasStatusPage: true },
    });
    return viewOf(wireId, hasStatusPage);
  },
);

/** Turns the status page on or off. Setting it to what it is changes nothing and is not audited. */
export const setStatusPage = defineChange(
  "customer:write",
  setStatusPageInput,
  async (tx, context, { isOn }): Promise<StatusPageView> => {
    const { id, wireId } = context.customer;
    const { count } = await tx.customer.updateMany({
      where: { id, hasStatusPage: !isOn },
      data: { hasStatusPage: isOn },
    });
    if (count > 0) {
      await recordAudit(tx, context, {
        verb: "customer.set-status-page",
        subject: id,
        summary: `turned the status page ${isOn ? "on" : "off"}`,
      });
      await enqueueOutbox(tx, context, "customer", id);
    }
    return viewOf(wireId, isOn);
  },
);

function viewOf(wireId: string, isOn: boolean): StatusPageView {
  return { isOn, url: `${env.waitingRoomUrl()}/status/${wireId}` };
}
