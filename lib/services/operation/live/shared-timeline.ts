import { defineVerb } from "@/lib/services/ground/define-verb";
import { sharedReads } from "@/lib/services/ground/shared-reads";
import {
  readTimeline,
  readTimelineInput,
  type Timeline,
} from "@/lib/services/operation/figures/read-timeline";
import { type LiveAnswer, liveAnswer } from "./inner/live-reads";

/** Minutes change slowly; what somebody in this process does is seen at once. */
const KEPT_MS = 10_000;
/** A timeline takes some 50 kB. */
const HELD_MAX = 200;

const timelines = sharedReads<LiveAnswer<Timeline>>("timeline", {
  keptMs: KEPT_MS,
  heldMax: HELD_MAX,
  tagsOf: ({ customerId }) => [customerId],
});

/**
 * The timeline of an event, at most ten seconds old: all who look at the same one share one read. A part that somebody
 * looks into is read for them alone.
 */
export const getTimeline = defineVerb(
  "event:read",
  readTimelineInput,
  async (
    context,
    input,
  ): Promise<{ readonly answer: LiveAnswer<Timeline>; readonly ageMs: number }> => {
    const customerId = context.customer.id;
    if (input.from !== undefined) {
      return { answer: liveAnswer(customerId, await readTimeline(context, input)), ageMs: 0 };
    }
    const mayReadMarks = context.permissions.has("audit:read");
    const key = JSON.stringify([customerId, mayReadMarks, Object.entries(input).sort()]);
    const { value, ageMs } = await timelines.getDated(key, async () =>
      liveAnswer(customerId, await readTimeline(context, input)),
    );
    return { answer: value, ageMs };
  },
);
