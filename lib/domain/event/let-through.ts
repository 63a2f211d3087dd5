import type { EventSettings } from "./settings";

/**
 * The settings while an operator lets everybody through: nobody waits for a turn or is held by chance. Who needs an
 * invitation still does, and a pause holds everybody.
 */
export function lettingThrough(settings: EventSettings): EventSettings {
  return { ...settings, method: "passthrough", admission: null };
}
