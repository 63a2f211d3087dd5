import { SETTING_DEFAULTS, type SettingValues } from "@/lib/domain/event/settings/table";
import type { ServiceContext } from "@/lib/services/ground/context";

/** What nobody has to say of a new event of the customer. */
export type NewEventSettings = Omit<SettingValues, "name" | "kind" | "targetUrl">;

export function newEventSettings({ customer }: ServiceContext): NewEventSettings {
  const { name: brandName, timeZone } = customer;
  return { ...SETTING_DEFAULTS, brandName, timeZone };
}
