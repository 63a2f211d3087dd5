import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { type PushView, toPushView } from "./push-view";

/** Where the customer's config is sent and how that went; null when it is only pulled. */
export const getPush = defineVerb(
  "publication:read",
  noInput,
  async (context): Promise<PushView | null> => {
    const row = await db().configPush.findUnique({ where: { customerId: context.customer.id } });
    return row && toPushView(row);
  },
);
