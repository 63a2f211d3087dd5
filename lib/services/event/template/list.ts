import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { type EventTemplateView, toTemplateView } from "./template-view";

/** The templates of the customer by name. */
export const listTemplates = defineVerb(
  "event:read",
  noInput,
  async ({ customer }): Promise<readonly EventTemplateView[]> => {
    const templates = await db().eventTemplate.findMany({
      where: { customerId: customer.id },
      orderBy: { name: "asc" },
    });
    return templates.map(toTemplateView);
  },
);
