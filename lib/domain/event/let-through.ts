import type { EventSettings } from "./settings";

/**
 * The settings while an operator lets everybody through: nobody waits for a turn, is held by a pause or by chance. Who
 * needs an invitation still does.
 */
export function lettingThrough(settings: EventSettings): EventSettings {
  return {
    ...settings,
    method: "passthrough",
    paused: false,
    pauseMessage: null,
    pauseMessages: null,
    admission: null,
  };
}
