import { z } from "zod";
import { ROLES } from "@/lib/domain/permissions/roles";

export const changeRoleInput = z.strictObject({ membershipId: z.string(), role: z.enum(ROLES) });
export type ChangeRoleInput = z.input<typeof changeRoleInput>;

export const removeMemberInput = z.strictObject({ membershipId: z.string() });
export type RemoveMemberInput = z.input<typeof removeMemberInput>;
