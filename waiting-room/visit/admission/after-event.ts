import { AFTER_EVENT_DEFAULT, afterEventAnswer } from "@/lib/domain/after-event/after-event";
import type { EventSettings } from "@/lib/domain/event/settings";
import { allowedTarget } from "@/lib/domain/target/allowed-target";

/**
 * The answer to a navigation after the end; `asked` is the page that a connector sent the visitor from. A
 * redirect to that very page would never end: the answer is the waiting room's own page instead.
 */
export function answerAfterEnd(settings: EventSettings, asked: string | null) {
  const afterEvent = settings.afterEvent ?? AFTER_EVENT_DEFAULT;
  const answer = afterEventAnswer(afterEvent, settings, { fromProtectedPage: asked !== null });
  const isLoop = answer.kind === "redirect" && allowedTarget(asked, settings) === answer.url;
  return isLoop ? AFTER_EVENT_DEFAULT.show : answer;
}
