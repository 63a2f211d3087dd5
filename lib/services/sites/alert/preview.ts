import { db } from "@/lib/db/client";
import type { AlertChannelKind } from "@/lib/domain/alert/channel";
import { previewOf } from "@/lib/domain/alert/channel";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { invalidField } from "@/lib/services/ground/errors";
import { noticesOf, sampleNotice } from "./inner/sample-notice";
import { previewAlertInput } from "./schemas";

/** What a channel would get: e-mails as text, requests as their JSON without the key. */
export type AlertPreview = {
  readonly channelId: string;
  readonly name: string;
  readonly kind: AlertChannelKind;
  readonly opened: string;
  /** Null where the first type has no end. */
  readonly resolved: string | null;
};

/** What the channels of a rule would get of its first type, with an invented event. The rule need not be stored. */
export const previewAlert = defineVerb(
  "alert:read",
  previewAlertInput,
  async (
    context,
    { name, types: [type], channelIds, severity },
  ): Promise<{ readonly previews: readonly AlertPreview[] }> => {
    const rows = await db().alertChannel.findMany({
      where: { customerId: context.customer.id, id: { in: channelIds } },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    });
    if (type === undefined || rows.length !== new Set(channelIds).size)
      throw invalidField("channelIds", "One of these channels no longer exists.");
    const [opened, resolved] = noticesOf(type).map((kind) =>
      sampleNotice(context, { key: "alt_example", rule: { name, severity }, type, kind }),
    );
    const previews = rows.map((row) => ({
      ...{ channelId: row.id, name: row.name, kind: row.kind },
      opened: opened === undefined ? "" : previewOf(row.kind, opened),
      resolved: resolved === undefined ? null : previewOf(row.kind, resolved),
    }));
    return { previews };
  },
);
