import type { SettingsActions } from "@/components/events/sections/settings-actions";
import {
  discardDraftAction,
  publishDraftAction,
  saveSectionAction,
  setLogoAction,
} from "./actions";

export const SETTINGS_ACTIONS: SettingsActions = {
  save: saveSectionAction,
  publish: publishDraftAction,
  discard: discardDraftAction,
  setLogo: setLogoAction,
};
