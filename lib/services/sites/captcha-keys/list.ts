import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { type CaptchaKeysView, toCaptchaKeysView } from "./captcha-keys-view";

/** The customer's keys of all vendors without their secrets. */
export const listCaptchaKeys = defineVerb(
  "secret:read",
  noInput,
  async (context): Promise<readonly CaptchaKeysView[]> => {
    const where = { customerId: context.customer.id };
    const rows = await db().captchaKey.findMany({ where, orderBy: { provider: "asc" } });
    return rows.map(toCaptchaKeysView);
  },
);
