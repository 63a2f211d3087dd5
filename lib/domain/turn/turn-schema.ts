import { z } from "zod";
import { wholeNumber } from "@/lib/domain/fields";

/** Presence at the turn, as forms and the API send it; null where nobody has to say that they are there. */
export const turnSchema = z
  .strictObject({ confirm: z.enum(["hidden", "always"]), seconds: wholeNumber(10, 600) })
  .nullable();
