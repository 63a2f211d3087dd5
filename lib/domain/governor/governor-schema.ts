import { z } from "zod";
import { webAddress, wholeNumber } from "@/lib/domain/fields";

/** How the site of an event is probed; null for no governor. */
export const governorSchema = z
  .strictObject({
    /** What is asked; any answer of 200 to 399 counts. */
    healthUrl: webAddress,
    timeoutMs: wholeNumber(100, 30_000),
  })
  .nullable();

export type GovernorSetting = z.infer<typeof governorSchema>;
