import { z } from "zod";
import { db } from "@/lib/db/client";
import { defineChange, defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";

export const setReportMailsInput = z.strictObject({ isOn: z.boolean() });
export type SetReportMailsInput = z.input<typeof setReportMailsInput>;

/** Whether the members of a customer are mailed the report of each run that ends. */
export const getReportMails = defineVerb(
  "report:read",
  noInput,
  async ({ customer }): Promise<{ readonly isOn: boolean }> => {
    const { mailsReports } = await db().customer.findUniqueOrThrow({
      where: { id: customer.id },
      select: { mailsReports: true },
    });
    return { isOn: mailsReports };
  },
);

/** Switches the mails on or off, for runs that end from now on. */
export const setReportMails = defineChange(
  "report:publish",
  setReportMailsInput,
  async (tx, context, { isOn }): Promise<{ readonly isOn: boolean }> => {
    const { count } = await tx.customer.updateMany({
      where: { id: context.customer.id, mailsReports: !isOn },
      data: { mailsReports: isOn },
    });
    if (count === 0) return { isOn };
    await recordAudit(tx, context, {
      verb: "report.set-mails",
      subject: context.customer.id,
      summary: `turned report e-mails ${isOn ? "on" : "off"}`,
    });
    return { isOn };
  },
);
