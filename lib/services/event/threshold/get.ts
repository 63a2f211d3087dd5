import { db } from "@/lib/db/client";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { getThresholdOfCustomer } from "./inner/find-threshold";
import { thresholdIdInput } from "./schemas";
import { type ThresholdView, toThresholdView } from "./threshold-view";

/** One threshold. Throws `not_found`. */
export const getThreshold = defineVerb(
  "event:read",
  thresholdIdInput,
  async (context, { thresholdId }): Promise<ThresholdView> =>
    toThresholdView(await getThresholdOfCustomer(db(), context, thresholdId)),
);
