import { CAPTCHA_VENDORS } from "@/lib/domain/challenge/captcha-vendors";
import { newId } from "@/lib/platform/ids";
import { captchaSealContext } from "@/lib/secrets/captcha-seal";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { seal } from "@/lib/secrets/seal";
import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { toCaptchaKeysView } from "./captcha-keys-view";
import { setCaptchaKeysInput } from "./schemas";

const HINT_CHARACTERS = 4;

/** Keeps a customer's keys of one vendor, the secret sealed; those from before are gone. */
export const setCaptchaKeys = defineChange(
  "secret:write",
  setCaptchaKeysInput,
  async (tx, context, { provider, siteKey, secret }) => {
    const [master] = masterKeysFromEnvironment();
    const { id: customerId, wireId } = context.customer;
    const keys = {
      siteKey,
      sealed: seal(master, captchaSealContext(wireId), secret),
      hint: secret.slice(-HINT_CHARACTERS),
    };
    await lockCustomer(tx, context);
    const row = await tx.captchaKey.upsert({
      where: { customerId_provider: { customerId, provider } },
      create: { id: newId("captchaKey"), customerId, provider, ...keys },
      update: keys,
    });
    await recordAudit(tx, context, {
      verb: "captcha-keys.set",
      subject: row.id,
      summary: `set the keys of ${CAPTCHA_VENDORS[provider].name}, with the secret that ends in ${row.hint}`,
      details: { provider, siteKey },
    });
    await enqueueOutbox(tx, context, "customer", customerId);
    return toCaptchaKeysView(row);
  },
);
