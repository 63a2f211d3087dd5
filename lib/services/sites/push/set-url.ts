import type { Tx } from "@/lib/db/client";
import { env } from "@/lib/platform/env";
import { allowedHostsOf } from "@/lib/platform/outgoing/outgoing-url";
import { readPushUrl } from "@/lib/platform/push/push-url";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineChange } from "@/lib/services/ground/define-verb";
import { invalidField } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { latestPublication } from "@/lib/services/sites/publication/draft";
import { planPush } from "@/lib/services/sites/publication/plan-push";
import { type PushView, toPushView } from "./push-view";
import { setPushUrlInput } from "./schemas";

/**
 * Sets where the config is sent when it is published, and sends the newest version there at once; ""
 * ends it. Throws `invalid` for an address that may not be pushed to.
 */
export const setPushUrl = defineChange(
  "publication:write",
  setPushUrlInput,
  async (tx, context, { url }): Promise<PushView | null> => {
    const customerId = context.customer.id;
    const held = await tx.configPush.findUnique({ where: { customerId } });
    const from = held === null ? null : new URL(held.url).host;
    if (url === "") {
      await tx.configPush.deleteMany({ where: { customerId } });
      await audit(tx, context, { from, to: null, summary: "stopped pushing the rules" });
      return null;
    }
    const reading = readPushUrl(url, allowedHostsOf(env.allowedPrivateHosts()));
    if (!reading.ok) throw invalidField("url", reading.reason);
    const target = {
      url: reading.url,
      deliveredVersion: null,
      deliveredAt: null,
      attemptedAt: null,
    };
    await tx.configPush.upsert({
      where: { customerId },
      create: { customerId, ...target },
      update: target,
    });
    const latest = await latestPublication(tx, context);
    if (latest !== null) await planPush(tx, customerId, latest.version);
    const to = new URL(reading.url).host;
    const summary = `set ${to} as the site that rules are pushed to`;
    await audit(tx, context, { from, to, summary });
    return toPushView(await tx.configPush.findUniqueOrThrow({ where: { customerId } }));
  },
);

type Told = { readonly from: string | null; readonly to: string | null; readonly summary: string };

/** The host alone: an address may hold what lets in. */
function audit(tx: Tx, context: ServiceContext, { from, to, summary }: Told): Promise<void> {
  return recordAudit(tx, context, {
    verb: "push.set-url",
    subject: context.customer.id,
    summary,
    details: { host: { from, to } },
  });
}
