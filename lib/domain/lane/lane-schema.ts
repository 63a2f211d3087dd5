import { z } from "zod";
import { lineOfText, wholeNumber } from "@/lib/domain/fields";
import type { Lanes } from "./lane";

const LANES_MAX = 8;
const UNUSED_WEIGHT = 1;
const KEY = /^[a-z][a-z0-9-]{0,19}$/;

/** How rules and rights name a lane. */
export const laneKey = z
  .string()
  .regex(KEY, "Up to 20 characters: a–z, 0–9 and -, starting with a letter.");

const laneSchema = z.strictObject({
  key: laneKey,
  name: lineOfText(60),
  /** Not needed in ordered lanes. */
  weight: wholeNumber(1, 100).nullable().default(null),
  fromRelativeQuality: z
    .number("Enter a number from 0 to 1.")
    .min(0, "Enter a number from 0 to 1.")
    .max(1, "Enter a number from 0 to 1.")
    .nullable()
    .default(null),
});

/** The lanes of an event as forms and the API send them. */
export const lanesSchema = z
  .strictObject({
    mode: z.enum(["ordered", "weighted"]),
    defaultLane: laneKey,
    lanes: z
      .array(laneSchema)
      .min(1, "Add at least one lane.")
      .max(LANES_MAX, `At most ${LANES_MAX} lanes.`)
      .readonly(),
  })
  .superRefine(({ mode, defaultLane, lanes }, issues) => {
    const refuse = (path: (string | number)[], message: string) =>
      issues.addIssue({ code: "custom", path, message });
    refuseRepetitions(lanes, refuse);
    if (mode === "weighted") refuseWeights(lanes, refuse);
    if (!lanes.some(({ key }) => key === defaultLane)) {
      refuse(["defaultLane"], `No lane has the key “${defaultLane}”. Choose one of the lanes.`);
    }
  })
  .transform(({ lanes, ...rest }, issues): Lanes => {
    const [first, ...others] = lanes.map((lane) => ({
      ...lane,
      weight: lane.weight ?? UNUSED_WEIGHT,
    }));
    if (first !== undefined) return { ...rest, lanes: [first, ...others] };
    issues.addIssue("Add at least one lane.");
    return z.NEVER;
  });

type LaneInput = z.output<typeof laneSchema>;

type Refuse = (path: (string | number)[], message: string) => void;

function refuseRepetitions(lanes: readonly LaneInput[], refuse: Refuse): void {
  const keys = new Set<string>();
  const names = new Set<string>();
  const thresholds = new Set<number>();
  for (const [index, { key, name, fromRelativeQuality: threshold }] of lanes.entries()) {
    if (keys.has(key)) refuse(["lanes", index, "key"], `Two lanes have the key “${key}”.`);
    if (names.has(name)) refuse(["lanes", index, "name"], `Two lanes are named “${name}”.`);
    if (threshold !== null && thresholds.has(threshold)) {
      const reason = `Two lanes have the minimum quality ${threshold}. Only one of them would be used.`;
      refuse(["lanes", index, "fromRelativeQuality"], reason);
    }
    keys.add(key);
    names.add(name);
    if (threshold !== null) thresholds.add(threshold);
  }
}

function refuseWeights(lanes: readonly LaneInput[], refuse: Refuse): void {
  const missing = lanes.flatMap(({ weight }, index) => (weight === null ? index : []));
  for (const index of missing) {
    refuse(["lanes", index, "weight"], "Enter the lane's share in percent.");
  }
  if (missing.length > 0) return;
  const sum = lanes.reduce((total, { weight }) => total + (weight ?? 0), 0);
  if (sum !== 100) refuse(["lanes"], `The shares add up to ${sum} %. They must add up to 100 %.`);
}
