import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type CaptchaKeysView, toCaptchaKeysView } from "./captcha-keys-view";

/** The customer's keys of all vendors without their secrets. */
export async function listCaptchaKeys(
  context: ServiceContext,
): Promise<readonly CaptchaKeysView[]> {
  requirePermission(context, "secret:read");
  const where = { customerId: context.customer.id };
  const rows = await db().captchaKey.findMany({ where, orderBy: { provider: "asc" } });
  return rows.map(toCaptchaKeysView);
}
