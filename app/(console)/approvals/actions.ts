"use server";

import { defineAction } from "@/lib/http/console";
import { approveRequest } from "@/lib/services/installation/approved/approve";
import { cancelRequest } from "@/lib/services/people/approval/cancel";
import { refuseRequest } from "@/lib/services/people/approval/refuse";
import { setApprovals } from "@/lib/services/people/approval/set-approvals";

export const approveAction = defineAction(approveRequest);
export const refuseAction = defineAction(refuseRequest);
export const cancelAction = defineAction(cancelRequest);
export const setApprovalsAction = defineAction(setApprovals);
