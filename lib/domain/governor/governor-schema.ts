import { z } from "zod";
import { webAddress, wholeNumber } from "@/lib/domain/fields";

/** How the site of an event is probed, as forms and the API send it. */
export const governorSchema = z
  .strictObject({
    healthUrl: webAddress,
    timeoutMs: wholeNumber(100, 30_000),
  })
  .nullable();
