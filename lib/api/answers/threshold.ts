import { z } from "zod";
import { THRESHOLD_METRICS } from "@/lib/domain/threshold/threshold";
import { moment } from "./event";
import { named } from "./names";

/** A figure of events that a customer wants to be told of, and from when to when. */
export const thresholdAnswer = named(
  "Threshold",
  z.object({
    id: z.string(),
    name: z.string(),
    metric: z.enum(THRESHOLD_METRICS),
    eventId: z.string().nullable(),
    crossedAt: z.number(),
    clearedAt: z.number(),
    holdSeconds: z.number().int(),
    version: z.number().int(),
    createdAt: moment,
  }),
);
