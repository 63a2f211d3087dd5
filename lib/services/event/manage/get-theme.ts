import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { type ThemeView, toThemeView } from "@/lib/services/event/theme/theme-view";
import { defineVerb } from "@/lib/services/ground/define-verb";

/** The theme that the pages of an event wear; null: the brand alone. Throws `not_found` for no event of the customer. */
export const getThemeOfEvent = defineVerb(
  "theme:read",
  eventIdInput,
  async (context, { eventId }): Promise<ThemeView | null> => {
    const { theme } = await getEventOfCustomer(db(), context, eventId);
    if (theme === null) return null;
    const where = { customerId: context.customer.id, key: theme };
    const row = await db().theme.findFirst({ where });
    return row === null ? null : toThemeView(row);
  },
);
