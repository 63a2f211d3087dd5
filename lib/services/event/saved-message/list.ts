import { z } from "zod";
import { db } from "@/lib/db/client";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { type SavedMessageView, toSavedMessageView } from "./saved-message-view";

/** The saved messages of the customer by name. */
export const listSavedMessages = defineVerb(
  "event:read",
  z.strictObject({}),
  async (context): Promise<readonly SavedMessageView[]> => {
    const saved = await db().savedMessage.findMany({
      where: { customerId: context.customer.id },
      orderBy: { name: "asc" },
    });
    return saved.map(toSavedMessageView);
  },
);
