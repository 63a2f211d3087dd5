import { z } from "zod";
import { countedNumber } from "@/lib/domain/fields";
import { thresholdFields, thresholdName, withBand } from "@/lib/domain/threshold/threshold-schema";

export const THRESHOLDS_MAX = 50;

const thresholdId = z.string().min(1).max(100);
const fields = { name: thresholdName, ...thresholdFields };

export const thresholdIdInput = z.strictObject({ thresholdId });

export const createThresholdInput = withBand(z.strictObject(fields));
export type CreateThresholdInput = z.input<typeof createThresholdInput>;

export const updateThresholdInput = withBand(
  z.strictObject({ thresholdId, seenVersion: countedNumber(1), ...fields }),
);
export type UpdateThresholdInput = z.input<typeof updateThresholdInput>;
