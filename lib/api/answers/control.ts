import { z } from "zod";

/** What is left of what the line counts; null where it counts nothing. */
export const unitsLeftAnswer = z.object({ left: z.number().int().nullable() });
