import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { type SecretView, toSecretView, WITH_EVENT } from "./secret-view";

/** All secrets of the customer without their texts: those for all events before those of one event, then the active one, then the newest. */
export const listSecrets = defineVerb(
  "secret:read",
  noInput,
  async (context): Promise<readonly SecretView[]> => {
    const rows = await db().secret.findMany({
      where: { customerId: context.customer.id },
      include: WITH_EVENT,
      orderBy: [
        { eventId: { sort: "asc", nulls: "first" } },
        { active: "desc" },
        { createdAt: "desc" },
        { id: "asc" },
      ],
    });
    return rows.map(toSecretView);
  },
);
