import { z } from "zod";
import { drawExclusionSchema, drawSourceSchema } from "@/lib/domain/draw/commitment";
import { named } from "./names";

const count = z.number().int();

const label = z.discriminatedUnion("label", [
  z.object({ label: z.literal("provable"), reason: z.null() }),
  z.object({
    label: z.literal("not-provable"),
    reason: z.enum([
      ...(["no-source", "typed-value", "beacon-silent", "other-source", "other-round"] as const),
      ...(["value-before-round", "round-too-early"] as const),
      ...(["frozen-too-early", "frozen-after-round"] as const),
    ]),
  }),
]);

const beacon = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("http-beacon"),
    url: z.string(),
    round: count,
    value: z.string(),
    receivedAtMs: z.number(),
  }),
  z.object({ type: z.literal("typed"), value: z.string() }),
  z.object({ type: z.literal("none") }),
]);

/** The draw of a run, as far as it has come. */
export const drawAnswer = named(
  "Draw",
  z.object({
    runId: count,
    commitmentHash: z.string(),
    publicKey: z.string(),
    startAtMs: z.number(),
    source: drawSourceSchema,
    frozen: z.object({ members: count, excluded: count.nullable(), atMs: z.number() }).nullable(),
    exclusion: drawExclusionSchema.nullable(),
    lanes: z.array(z.object({ key: z.string(), weight: count })).nullable(),
    typedValue: z.string().nullable(),
    beacon: beacon.nullable(),
    label: label.nullable(),
    urls: z.object({ commitment: z.string(), file: z.string(), verify: z.string() }),
  }),
);
