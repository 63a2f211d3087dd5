import type { Tx } from "@/lib/db/client";
import type { AlertChannelKind } from "@/lib/domain/alert/channel";
import { combineNotices } from "@/lib/domain/alert/combine";
import type { DecidedNotice } from "./apply";

/** These keep something open by its key, so each alert has a notice of its own there. */
const KEYED: ReadonlySet<AlertChannelKind> = new Set(["pagerduty", "opsgenie"]);
const ROWS_AT_ONCE = 1_000;

/** Stores notices for those of their channels that there still are, many of one kind as one; the worker sends them. */
export async function addNotices(tx: Tx, decided: readonly DecidedNotice[]): Promise<void> {
  const ids = [...new Set(decided.flatMap(({ channelIds }) => channelIds))];
  if (ids.length === 0) return;
  // Nobody deletes one of them before this transaction ends.
  const channels = await tx.$queryRaw<Channel[]>`
    SELECT "id", "customerId", "kind"::text AS "kind" FROM "AlertChannel"
    WHERE "id" = ANY(${ids}) ORDER BY "id" FOR KEY SHARE`;
  const rows = channels.flatMap((channel) => rowsOf(channel, decided));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await tx.alertDelivery.createMany({ data: rows.slice(from, from + ROWS_AT_ONCE) });
}

type Channel = {
  readonly id: string;
  readonly customerId: string;
  readonly kind: AlertChannelKind;
};

function rowsOf({ id: channelId, customerId, kind }: Channel, decided: readonly DecidedNotice[]) {
  const own = decided.filter(
    (one) => one.customerId === customerId && one.channelIds.includes(channelId),
  );
  const notices = KEYED.has(kind) ? own.map(({ notice }) => notice) : combineNotices(own);
  return notices.map((notice) => ({ channelId, key: notice.key, isTest: notice.isTest, notice }));
}
