import { z } from "zod";
import { lineOfText } from "@/lib/domain/fields";
import { eventIdField } from "@/lib/services/event/settings/inputs";

export const STAFF_LINK_HOURS_MAX = 30 * 24;

export const createStaffLinkInput = z.strictObject({
  eventId: eventIdField,
  /** Whom or what it is for. */
  label: lineOfText(100),
  validHours: z
    .number("Enter a number of hours.")
    .int("Enter whole hours.")
    .min(1, "At least 1 hour.")
    .max(STAFF_LINK_HOURS_MAX, "At most 720 hours (30 days).")
    .default(24),
});
export type CreateStaffLinkInput = z.input<typeof createStaffLinkInput>;

export const listStaffLinksInput = z.strictObject({ eventId: eventIdField });

export const staffLinkIdInput = z.strictObject({ staffLinkId: z.string().min(1).max(100) });
export type StaffLinkIdInput = z.input<typeof staffLinkIdInput>;
