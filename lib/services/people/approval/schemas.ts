import { z } from "zod";
import {
  APPROVAL_MINUTES,
  APPROVAL_OUTFLOW,
  APPROVAL_TOPICS,
} from "@/lib/domain/approval/approval";
import { wholeNumber } from "@/lib/domain/fields";

export const approvalIdInput = z.strictObject({ approvalId: z.string().min(1).max(100) });
export type ApprovalIdInput = z.input<typeof approvalIdInput>;

export const setApprovalsInput = z.strictObject({
  /** What needs a second person from now on. */
  topics: z
    .array(z.enum(APPROVAL_TOPICS))
    .transform((topics) => APPROVAL_TOPICS.filter((topic) => topics.includes(topic))),
  minutes: wholeNumber(APPROVAL_MINUTES.min, APPROVAL_MINUTES.max).default(
    APPROVAL_MINUTES.default,
  ),
  /** An outflow above it needs a second person where raising it or letting everybody through does; left out, it stays. */
  outflow: wholeNumber(APPROVAL_OUTFLOW.min, APPROVAL_OUTFLOW.max).optional(),
});
export type SetApprovalsInput = z.input<typeof setApprovalsInput>;
