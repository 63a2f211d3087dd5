import type { Tx } from "@/lib/db/client";
import type { AlertNoticeKind, AlertSeverity } from "@/lib/domain/alert/alert-state";
import type { AlertChannelKind } from "@/lib/domain/alert/channel";
import type { DomainEventType } from "@/lib/domain/domain-event/catalogue";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/ground/context";
import { addNotices } from "./add-notices";
import { sampleNotice } from "./sample-notice";

type Tested = {
  readonly rule: { readonly name: string; readonly severity: AlertSeverity };
  readonly type: DomainEventType;
};

/** These open something that somebody has to close: a test closes it itself. */
const OPENS: ReadonlySet<AlertChannelKind> = new Set(["pagerduty", "opsgenie"]);

/** Stores test notices for channels. Each is sent once, and what it opens is resolved at once. */
export async function addTests(
  tx: Tx,
  context: ServiceContext,
  channels: readonly { readonly id: string; readonly kind: AlertChannelKind }[],
  { rule, type }: Tested,
): Promise<void> {
  const customerId = context.customer.id;
  const key = newId("alert");
  const of = (kind: AlertNoticeKind, tested: typeof channels) => ({
    ...{ customerId, ruleId: key, type, channelIds: tested.map(({ id }) => id) },
    notice: sampleNotice(context, { key, rule, type, isTest: true, kind }),
  });
  const opening = channels.filter(({ kind }) => OPENS.has(kind));
  await addNotices(tx, [of("opened", channels), of("resolved", opening)]);
}
