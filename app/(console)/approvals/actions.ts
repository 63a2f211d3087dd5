"use server";

import { defineAction } from "@/lib/http/console";
import { approveRequest } from "@/lib/services/installation/approved/approve";
import { cancelRequest } from "@/lib/services/people/approval/cancel";
import { refuseRequest } from "@/lib/services/people/approval/refuse";
import {
  type ApprovalIdInput,
  approvalIdInput,
  type SetApprovalsInput,
  setApprovalsInput,
} from "@/lib/services/people/approval/schemas";
import { setApprovals } from "@/lib/services/people/approval/set-approvals";

const approve = defineAction(approvalIdInput, approveRequest);
const refuse = defineAction(approvalIdInput, refuseRequest);
const cancel = defineAction(approvalIdInput, cancelRequest);
const set = defineAction(setApprovalsInput, setApprovals);

export async function approveAction(input: ApprovalIdInput) {
  return approve(input);
}

export async function refuseAction(input: ApprovalIdInput) {
  return refuse(input);
}

export async function cancelAction(input: ApprovalIdInput) {
  return cancel(input);
}

export async function setApprovalsAction(input: SetApprovalsInput) {
  return set(input);
}
