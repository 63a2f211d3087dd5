import { z } from "zod";
import type { DomainEventKind } from "./kind";

// The detail of an event as that project's developer guide and functions have it, under the same names:
// https://github.com/aws-solutions/virtual-waiting-room-on-aws (its developer guide under "Events", generate_events.py).

const count = z.int().min(0);
const ids = { event_id: z.string(), request_id: z.string() };
const IDS = { event_id: "springsale", request_id: "8d3b2a60-5c1e-4f7a-a9d2-6e0f4b1c7a35" };
const EVENT = { scope: "event", version: 1 } as const;

/** What Virtual Waiting Room on AWS put on its event bus. One for each visitor, or each minute. */
export const AWS_KINDS = {
  "aws.token_generated": {
    ...{ ...EVENT, permission: "report:read" },
    title: "Token generated (AWS)",
    about: "A visitor was admitted. `request_id` is the queue ID.",
    data: z.object(ids),
    example: IDS,
  },
  "aws.session_updated": {
    ...{ ...EVENT, permission: "report:read" },
    title: "Session updated (AWS)",
    about: "`update_session` or the MaxSize inlet ended a session: `completed` or `abandoned`.",
    data: z.object({ ...ids, status: z.enum(["completed", "abandoned"]) }),
    example: { ...IDS, status: "completed" },
  },
  "aws.automatic_serving_counter_incr": {
    ...{ ...EVENT, permission: "event:read" },
    title: "Serving counter incremented (AWS)",
    about: "The line called others in place of `increment_by` visitors who did not come.",
    data: z.object({
      previous_serving_counter_position: count,
      increment_by: count,
      current_serving_counter_position: count,
    }),
    example: {
      previous_serving_counter_position: 480,
      increment_by: 20,
      current_serving_counter_position: 500,
    },
  },
  "aws.waiting_room_metrics": {
    ...{ ...EVENT, permission: "event:read" },
    title: "Waiting room metrics (AWS)",
    about: "The figures of an open event, each minute.",
    data: z.object({
      event_id: z.string(),
      num_active_tokens: count,
      total_num_tokens: count,
      queue_counter: count,
      serving_number: count,
      completed_sessions: count,
      abandoned_sessions: count,
    }),
    example: {
      ...{ event_id: "springsale", num_active_tokens: 300, total_num_tokens: 480 },
      ...{ queue_counter: 5120, serving_number: 500 },
      ...{ completed_sessions: 150, abandoned_sessions: 30 },
    },
  },
} as const satisfies Readonly<Record<`aws.${string}`, DomainEventKind>>;
