import { cancelRequest } from "@/lib/services/people/approval/cancel";
import { readApproval } from "@/lib/services/people/approval/get";
import { getApprovalSetting } from "@/lib/services/people/approval/get-setting";
import { listApprovals } from "@/lib/services/people/approval/list";
import { setApprovals } from "@/lib/services/people/approval/set-approvals";
import { createInvitation } from "@/lib/services/people/invitation/create";
import { listInvitations } from "@/lib/services/people/invitation/list";
import { resendInvitation } from "@/lib/services/people/invitation/resend";
import { revokeInvitation } from "@/lib/services/people/invitation/revoke";
import { changeRole } from "@/lib/services/people/membership/change-role";
import { listMembers } from "@/lib/services/people/membership/list";
import { removeMember } from "@/lib/services/people/membership/remove";
import { done } from "../answers/done";
import {
  approvalRequestAnswer,
  approvalSettingAnswer,
  invitationAnswer,
  memberAnswer,
} from "../answers/people";
import { listing, type Operation, operation } from "../operation";

const TAG = { tag: "Members" } as const;
const APPROVALS = { tag: "Approvals" } as const;
const MEMBER = { membershipId: "{member}" };

const MEMBERS: readonly Operation[] = [
  listing(listMembers, {
    ...{ ...TAG, id: "listMembers", method: "GET", path: "/members" },
    summary: "List members",
    of: memberAnswer,
    by: ({ membershipId }) => membershipId,
    example: {},
  }),
  operation(changeRole, {
    ...{ ...TAG, id: "changeRole", method: "PATCH", path: "/members/{membershipId}" },
    asksApproval: true,
    summary: "Give a member another role",
    output: done,
    example: { ...MEMBER, role: "viewer" },
  }),
  operation(removeMember, {
    ...{ ...TAG, id: "removeMember", method: "DELETE", path: "/members/{membershipId}" },
    summary: "Remove a member",
    output: done,
    example: MEMBER,
  }),
  listing(listInvitations, {
    ...{ ...TAG, id: "listInvitations", method: "GET", path: "/invitations" },
    summary: "List open invitations",
    of: invitationAnswer,
    by: ({ invitationId }) => invitationId,
    example: {},
  }),
  operation(createInvitation, {
    ...{ ...TAG, id: "createInvitation", method: "POST", path: "/invitations", status: 201 },
    asksApproval: true,
    summary: "Invite a member by e-mail",
    output: invitationAnswer,
    example: { email: "mia@example.com", role: "viewer" },
  }),
  operation(resendInvitation, {
    ...{ ...TAG, id: "resendInvitation", method: "POST" },
    path: "/invitations/{invitationId}/resend",
    asksApproval: true,
    summary: "Send an invitation again",
    output: invitationAnswer,
    example: { invitationId: "{invitation}" },
  }),
  operation(revokeInvitation, {
    ...{ ...TAG, id: "revokeInvitation", method: "DELETE", path: "/invitations/{invitationId}" },
    summary: "Withdraw an invitation",
    output: done,
    example: { invitationId: "{invitation}" },
  }),
];

/** Members, and what needs a second one of them. Programs ask; only people decide. */
export const PEOPLE_OPERATIONS: readonly Operation[] = [
  ...MEMBERS,
  listing(listApprovals, {
    ...{ ...APPROVALS, id: "listApprovals", method: "GET", path: "/approvals" },
    summary: "List requests for approval",
    description: "All that wait, and the last thirty that were decided.",
    of: approvalRequestAnswer,
    by: ({ approvalId }) => approvalId,
    example: {},
  }),
  operation(readApproval, {
    ...{ ...APPROVALS, id: "getApproval", method: "GET", path: "/approvals/{approvalId}" },
    summary: "Get a request for approval",
    output: approvalRequestAnswer,
    example: { approvalId: "{approval}" },
  }),
  operation(cancelRequest, {
    ...{ ...APPROVALS, id: "cancelApproval", method: "POST" },
    path: "/approvals/{approvalId}/cancel",
    summary: "Cancel a request of one's own",
    output: done,
    example: { approvalId: "{approval}" },
  }),
  operation(getApprovalSetting, {
    ...{ ...APPROVALS, id: "getApprovalSettings", method: "GET", path: "/approval-settings" },
    summary: "Tell what needs approval",
    output: approvalSettingAnswer,
    example: {},
  }),
  operation(setApprovals, {
    ...{ ...APPROVALS, id: "setApprovalSettings", method: "PUT", path: "/approval-settings" },
    ...{ summary: "Set what needs approval", revises: "getApprovalSettings" },
    description: "Each topic takes two members who may ask and approve.",
    output: done,
    example: { topics: [], minutes: 120, outflow: 5_000 },
  }),
];
