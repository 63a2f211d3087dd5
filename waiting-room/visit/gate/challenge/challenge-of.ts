import { type ChallengeSetting, NO_CHALLENGE } from "@/lib/domain/challenge/challenge-setting";
import type { EventSettings } from "@/lib/domain/event/settings";

/** True where a challenge may be shown in a frame: the pages of the event let one of ours in. */
export function showsFrames(settings: Pick<EventSettings, "protection">): boolean {
  return challengeOf(settings).kind === "captcha";
}

/** When an event asks for a challenge, and for which. */
export function challengeOf({ protection }: Pick<EventSettings, "protection">): ChallengeSetting {
  return protection?.challenge ?? NO_CHALLENGE;
}
