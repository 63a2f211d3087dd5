import { createThreshold } from "@/lib/services/event/threshold/create";
import { deleteThreshold } from "@/lib/services/event/threshold/delete";
import { getThreshold } from "@/lib/services/event/threshold/get";
import { listThresholds } from "@/lib/services/event/threshold/list";
import { updateThreshold } from "@/lib/services/event/threshold/update";
import { done } from "../answers/done";
import { thresholdAnswer } from "../answers/threshold";
import { listing, type Operation, operation } from "../operation";

const THRESHOLDS = { tag: "Webhooks" } as const;
const ONE = { ...THRESHOLDS, path: "/thresholds/{thresholdId}" } as const;
const THRESHOLD = { thresholdId: "{threshold}" };
const LONG = {
  ...{ name: "Line too long", metric: "waiting", eventId: null },
  ...{ crossedAt: 5_000, clearedAt: 4_000, holdSeconds: 30 },
};

/** From when on a figure of an event is told. */
export const THRESHOLD_OPERATIONS: readonly Operation[] = [
  listing(listThresholds, {
    ...{ ...THRESHOLDS, id: "listThresholds", method: "GET", path: "/thresholds" },
    summary: "List thresholds",
    of: thresholdAnswer,
    by: ({ id }) => id,
    example: {},
  }),
  operation(createThreshold, {
    ...{ ...THRESHOLDS, id: "createThreshold", method: "POST", path: "/thresholds", status: 201 },
    summary: "Create a threshold",
    description:
      "`event.threshold_crossed` is told once the metric has been at `crossedAt` or beyond for `holdSeconds`; `event.threshold_cleared` once it has been at `clearedAt` or better for as long. `outflowUsedPercent` is crossed below its value, all others above.",
    output: thresholdAnswer,
    example: LONG,
  }),
  operation(getThreshold, {
    ...{ ...ONE, id: "getThreshold", method: "GET" },
    summary: "Get a threshold",
    output: thresholdAnswer,
    example: THRESHOLD,
  }),
  operation(updateThreshold, {
    ...{ ...ONE, id: "updateThreshold", method: "PUT", revises: "getThreshold" },
    summary: "Replace a threshold",
    description: "`seenVersion` is the version that you read: no other is replaced.",
    output: thresholdAnswer,
    example: { ...THRESHOLD, seenVersion: 1, ...LONG },
  }),
  operation(deleteThreshold, {
    ...{ ...ONE, id: "deleteThreshold", method: "DELETE", revises: "getThreshold" },
    summary: "Delete a threshold",
    output: done,
    example: THRESHOLD,
  }),
];
