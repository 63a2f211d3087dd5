import { z } from "zod";
import { moment } from "./event";
import { named } from "./names";

export const staffLinkAnswer = named(
  "StaffLink",
  z.object({
    id: z.string(),
    label: z.string(),
    createdBy: z.string(),
    createdAt: moment,
    expiresAt: moment,
    revokedAt: moment.nullable(),
  }),
);

/** A new link with its address, which nobody sees again. */
export const createdStaffLinkAnswer = staffLinkAnswer.extend({ url: z.string() });
