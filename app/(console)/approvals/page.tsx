import type { Metadata } from "next";
import { ApprovalList } from "@/components/approvals/approval-list";
import { ApprovalSettings } from "@/components/approvals/approval-settings";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshEvery } from "@/components/shared/refresh-every";
import { getApprovalSetting } from "@/lib/services/people/approval/get-setting";
import { listApprovals } from "@/lib/services/people/approval/list";
import { requireCaller } from "../guard";
import { approveAction, cancelAction, refuseAction, setApprovalsAction } from "./actions";

export const metadata: Metadata = { title: "Approvals" };

export default async function ApprovalsPage() {
  const { context, can } = await requireCaller();
  const [approvals, setting] = await Promise.all([
    listApprovals(context),
    getApprovalSetting(context),
  ]);
  return (
    <>
      <PageHeader title="Approvals" description="Actions that need a second person's approval." />
      <div className="flex flex-col gap-4">
        <ApprovalList
          approvals={approvals}
          actions={{ approve: approveAction, refuse: refuseAction, cancel: cancelAction }}
        />
        <ApprovalSettings
          setting={setting}
          canWrite={can("customer:security")}
          save={setApprovalsAction}
        />
      </div>
      <RefreshEvery seconds={5} />
    </>
  );
}
