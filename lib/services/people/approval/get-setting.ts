import { db } from "@/lib/db/client";
import { APPROVAL_TOPICS, type ApprovalTopic } from "@/lib/domain/approval/approval";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";

export type ApprovalSetting = {
  readonly topics: readonly ApprovalTopic[];
  readonly minutes: number;
  /** Where raising the outflow or letting everybody through needs a second person, an outflow above this does. */
  readonly outflow: number;
};

/** What needs a second person at the customer, and for how long a request waits. */
export const getApprovalSetting = defineVerb(
  "customer:read",
  noInput,
  async (context): Promise<ApprovalSetting> => {
    const customer = await db().customer.findUniqueOrThrow({
      where: { id: context.customer.id },
      select: { approvalTopics: true, approvalMinutes: true, approvalOutflow: true },
    });
    return {
      topics: APPROVAL_TOPICS.filter((topic) => customer.approvalTopics.includes(topic)),
      minutes: customer.approvalMinutes,
      outflow: customer.approvalOutflow,
    };
  },
);
