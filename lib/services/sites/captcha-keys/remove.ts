import { CAPTCHA_VENDORS } from "@/lib/domain/challenge/captcha-vendors";
import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { notFound } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { captchaProviderInput } from "./schemas";

/** Forgets a customer's keys of one vendor. Events that use it ask for proof of work from then on. */
export const removeCaptchaKeys = defineChange(
  "secret:write",
  captchaProviderInput,
  async (tx, context, { provider }) => {
    await lockCustomer(tx, context);
    const customerId = context.customer.id;
    const row = await tx.captchaKey.findUnique({
      where: { customerId_provider: { customerId, provider } },
    });
    if (row === null) throw notFound("captcha key");
    await tx.captchaKey.delete({ where: { id: row.id } });
    await recordAudit(tx, context, {
      verb: "captcha-keys.remove",
      subject: row.id,
      summary: `removed the keys of ${CAPTCHA_VENDORS[provider].name}`,
      details: { provider },
    });
    await enqueueOutbox(tx, context, "customer", customerId);
  },
);
