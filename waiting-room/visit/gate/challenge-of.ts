import { type ChallengeSetting, NO_CHALLENGE } from "@/lib/domain/challenge/challenge-setting";
import type { EventSettings } from "@/lib/domain/event/settings";

/** When an event asks for a challenge, and for which. */
export function challengeOf({ protection }: Pick<EventSettings, "protection">): ChallengeSetting {
  return protection?.challenge ?? NO_CHALLENGE;
}
