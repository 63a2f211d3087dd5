import { z } from "zod";
import { webAddress, wholeNumber } from "@/lib/domain/fields";

/** How an event's origin is watched; null where it is not. */
export const governorSchema = z
  .strictObject({
    /** What is asked; any answer of 200 to 399 counts. */
    healthUrl: webAddress,
    timeoutMs: wholeNumber(100, 30_000),
  })
  .nullable();

export type GovernorSetting = z.infer<typeof governorSchema>;
