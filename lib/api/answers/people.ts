import { z } from "zod";
import { APPROVAL_TOPICS } from "@/lib/domain/approval/approval";
import { ROLES } from "@/lib/domain/permissions/roles";
import { moment } from "./event";
import { named } from "./names";

export const memberAnswer = named(
  "Member",
  z.object({
    membershipId: z.string(),
    userId: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    joinedAt: moment,
  }),
);

/** An invitation that nobody has accepted yet. */
export const invitationAnswer = named(
  "Invitation",
  z.object({
    invitationId: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    expiresAt: moment,
    isExpired: z.boolean(),
  }),
);

/** A request to a second person. */
export const approvalRequestAnswer = named(
  "ApprovalRequest",
  z.object({
    approvalId: z.string(),
    verb: z.string(),
    summary: z.string(),
    state: z.enum(["waiting", "approved", "refused", "cancelled", "expired", "outdated"]),
    askedByName: z.string(),
    askedAt: moment,
    expiresAt: moment,
    decidedByName: z.string().nullable(),
    decidedAt: moment.nullable(),
    isMine: z.boolean(),
    mayCancel: z.boolean(),
    mayDecide: z.boolean(),
  }),
);

/** What needs a second person, and for how many minutes a request waits. */
export const approvalSettingAnswer = named(
  "ApprovalSetting",
  z.object({
    topics: z.array(z.enum(APPROVAL_TOPICS)),
    minutes: z.number().int(),
    outflow: z.number().int(),
  }),
);
