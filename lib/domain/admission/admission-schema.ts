import { z } from "zod";
import { wholeNumber } from "@/lib/domain/fields";
import { laneKey } from "@/lib/domain/lane/lane-schema";

const name = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9_-]{1,64}$/, "Up to 64 characters: a–z, 0–9, - and _.");

/** Capitals make a difference. */
const cookieName = z
  .string()
  .trim()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, "This is not a valid cookie name.");

/** Admission by lottery, as forms and the API send it; null for a line. */
export const admissionSchema = z
  .strictObject({
    share: z.discriminatedUnion("type", [
      z.strictObject({
        type: z.literal("percentage"),
        percent: z
          .number("Enter a number from 0 to 100.")
          .min(0)
          .max(100, "Enter a number from 0 to 100."),
      }),
      z.strictObject({
        type: z.literal("sigmoid"),
        midpointPercent: wholeNumber(1, 100),
        steepness: wholeNumber(1, 100),
      }),
    ]),
    holdSeconds: wholeNumber(5, 3_600),
    identity: z.discriminatedUnion("by", [
      z.strictObject({ by: z.literal("browser") }),
      z.strictObject({ by: z.literal("address") }),
      z.strictObject({ by: z.literal("header"), name }),
      z.strictObject({ by: z.literal("cookie"), name: cookieName }),
      z.strictObject({ by: z.literal("parameter"), name }),
    ]),
    lane: laneKey.exactOptional(),
  })
  .nullable();
