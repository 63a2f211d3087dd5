import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { type ApiKeyView, toApiKeyView } from "./api-key-view";

/** All keys of the customer without their texts, the newest first, revoked ones included. */
export const listApiKeys = defineVerb(
  "api-key:read",
  noInput,
  async (context): Promise<readonly ApiKeyView[]> => {
    const rows = await db().apiKey.findMany({
      where: { customerId: context.customer.id },
      orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    });
    return rows.map(toApiKeyView);
  },
);
