import { type Db, db } from "@/lib/db/client";
import { settingsByDefault } from "@/lib/domain/event/new-event-defaults";
import { SETTING_DEFAULTS, type SettingValues } from "@/lib/domain/event/settings/table";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { readDefaults } from "./inner/read-defaults";

/** What nobody has to say of a new event of the customer. */
export type NewEventSettings = Omit<SettingValues, "name" | "kind" | "targetUrl">;

/** What the customer's new events begin with: its own defaults first, then those of every event. Checks no permission. */
export async function newEventSettings(
  database: Db,
  context: ServiceContext,
): Promise<NewEventSettings> {
  const { name: brandName, timeZone } = context.customer;
  const defaults = settingsByDefault(await readDefaults(database, context));
  return { ...SETTING_DEFAULTS, brandName, timeZone, ...defaults };
}

/** The same, for forms. */
export const getNewEventSettings = defineVerb("event:read", noInput, (context) =>
  newEventSettings(db(), context),
);
