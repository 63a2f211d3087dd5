import type { Tx } from "@/lib/db/client";
import { type ApprovalTopic, TOPIC_PERMISSIONS } from "@/lib/domain/approval/approval";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineProvenChange } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { setApprovalsInput } from "./schemas";

const WORDS: Readonly<Record<ApprovalTopic, string>> = {
  stop: "stopping events",
  "let-through": "letting everyone through",
  outflow: "raising the outflow above the limit",
  messages: "messages to visitors",
  publish: "publishing rules",
  delete: "deleting events",
  secrets: "creating, activating and revoking secrets",
  members: "inviting members and changing roles",
  owners: "inviting owners and changing who is one",
  "sign-in": "single sign-on",
};

/**
 * Says what needs a second person from now on, and for how long a request waits. Throws `precondition_failed` where
 * fewer than two members could ask and approve: nobody could do it any more.
 */
export const setApprovals = defineProvenChange(
  "customer:security",
  setApprovalsInput,
  async (tx, context, { topics, minutes, outflow: given }) => {
    await lockCustomer(tx, context);
    const { id } = context.customer;
    const before = await tx.customer.findUniqueOrThrow({ where: { id } });
    const outflow = given ?? before.approvalOutflow;
    const isSame =
      before.approvalMinutes === minutes &&
      before.approvalOutflow === outflow &&
      before.approvalTopics.join() === topics.join();
    if (isSame) return;
    for (const topic of topics) {
      if (!before.approvalTopics.includes(topic)) await requireTwo(tx, context, topic);
    }
    await tx.customer.update({
      where: { id },
      data: {
        ...{ approvalTopics: topics, approvalMinutes: minutes, approvalOutflow: outflow },
        approvalsSetAt: new Date(),
      },
    });
    const what = topics.map((topic) => WORDS[topic]).join(", ");
    await recordAudit(tx, context, {
      verb: "customer.set-approvals",
      subject: id,
      summary:
        topics.length === 0
          ? "requires no approvals"
          : `requires approval for ${what} within ${minutes} minutes`,
      details: {
        before: {
          ...{ topics: before.approvalTopics, minutes: before.approvalMinutes },
          outflow: before.approvalOutflow,
        },
        after: { topics, minutes, outflow },
      },
    });
  },
);

async function requireTwo(tx: Tx, context: ServiceContext, topic: ApprovalTopic): Promise<void> {
  const members = await tx.membership.findMany({ where: { customerId: context.customer.id } });
  const able = members.filter(({ role }) => {
    const permissions = permissionsOfRole(role);
    return permissions.has(TOPIC_PERMISSIONS[topic]) && permissions.has("approval:decide");
  });
  if (able.length >= 2) return;
  throw preconditionFailed(
    `Only one member can approve ${WORDS[topic]}. Invite a second one first.`,
  );
}
