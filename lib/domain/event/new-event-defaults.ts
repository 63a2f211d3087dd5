import { z } from "zod";
import { LEVELS, withLevel } from "@/lib/domain/protection/levels";
import { CALM } from "@/lib/domain/protection/protection";
import { SETTING_SCHEMAS } from "./settings/schemas";
import { SETTING_DEFAULTS, type SettingValues } from "./settings/table";

/** What a customer wants its new events to begin with. */
export const newEventDefaultsSchema = z.strictObject({
  outflowPerMinute: SETTING_SCHEMAS.outflowPerMinute,
  level: z.enum(LEVELS, "Choose a protection level."),
  theme: SETTING_SCHEMAS.theme,
  language: SETTING_SCHEMAS.language,
});
export type NewEventDefaults = z.infer<typeof newEventDefaultsSchema>;

const { outflowPerMinute, theme, language } = SETTING_DEFAULTS;

/** The defaults of a customer who has chosen none. */
export const NEW_EVENT_DEFAULTS: NewEventDefaults = {
  ...{ outflowPerMinute, theme, language },
  level: "calm",
};

/** The settings that they stand for. */
export function settingsByDefault({
  level,
  ...settings
}: NewEventDefaults): Pick<
  SettingValues,
  "outflowPerMinute" | "theme" | "language" | "protection"
> {
  return { ...settings, protection: withLevel(CALM, level) };
}
