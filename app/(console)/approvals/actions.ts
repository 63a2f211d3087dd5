"use server";

import { defineAction } from "@/lib/http/console";
import { approveRequest } from "@/lib/services/installation/approved/approve";
import { cancelRequest } from "@/lib/services/people/approval/cancel";
import { refuseRequest } from "@/lib/services/people/approval/refuse";
import { approvalIdInput, setApprovalsInput } from "@/lib/services/people/approval/schemas";
import { setApprovals } from "@/lib/services/people/approval/set-approvals";

export const approveAction = defineAction(approvalIdInput, approveRequest);
export const refuseAction = defineAction(approvalIdInput, refuseRequest);
export const cancelAction = defineAction(approvalIdInput, cancelRequest);
export const setApprovalsAction = defineAction(setApprovalsInput, setApprovals);
