import { z } from "zod";
import { lineOfText, wholeNumber } from "@/lib/domain/fields";
import { isWireId, WIRE_ID_RULE } from "@/lib/domain/wire-id";
import { hasBand, METRIC_SIDE, THRESHOLD_METRICS } from "./threshold";

/** Longer than people wait and more than ever wait. */
const VALUE_MAX = 100_000_000;
const HOLD = { most: 3_600, usual: 30 } as const;

const value = wholeNumber(0, VALUE_MAX);

/** What a threshold is called. No two of a customer have the same name. */
export const thresholdName = lineOfText(60);

/** Which figure of which events, and from when to when it is told. */
export const thresholdFields = {
  metric: z.enum(THRESHOLD_METRICS),
  /** Null: all events. */
  eventId: z.string().refine(isWireId, WIRE_ID_RULE).nullable().default(null),
  crossedAt: value,
  clearedAt: value,
  holdSeconds: wholeNumber(0, HOLD.most).default(HOLD.usual),
};

type Wish = Parameters<typeof hasBand>[0];

/** The schema, which also refuses values between which there is no band, and a share of more than all. */
export function withBand<Schema extends z.ZodType<Wish>>(schema: Schema): Schema {
  return schema.superRefine(({ metric, crossedAt, clearedAt }: Wish, context) => {
    const isShare = metric.endsWith("Percent");
    for (const [name, percent] of Object.entries({ crossedAt, clearedAt })) {
      if (!isShare || percent <= 100) continue;
      context.addIssue({ code: "custom", path: [name], message: "Enter at most 100." });
    }
    if (hasBand({ metric, crossedAt, clearedAt })) return;
    const side = METRIC_SIDE[metric] === "above" ? "below" : "above";
    const message = `Enter a value ${side} the one that crosses it.`;
    context.addIssue({ code: "custom", path: ["clearedAt"], message });
  });
}
