import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { type ThresholdView, toThresholdView, WITH_EVENT } from "./threshold-view";

/** All thresholds of the customer, the oldest first. */
export const listThresholds = defineVerb(
  "event:read",
  noInput,
  async ({ customer }): Promise<readonly ThresholdView[]> => {
    const rows = await db().threshold.findMany({
      where: { customerId: customer.id },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      include: WITH_EVENT,
    });
    return rows.map(toThresholdView);
  },
);
