import { AFTER_EVENT_DEFAULT, afterEventAnswer } from "@/lib/domain/after-event/after-event";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { Phase } from "@/lib/domain/line/public-line";
import { allowedTarget } from "@/lib/domain/target/allowed-target";

/** What the waiting page says after the end, in the operator's words; null for its own. */
export function endMessage({ afterEvent }: EventSettings, phase: Phase): string | null {
  const show = phase === "ended" ? afterEvent?.show : undefined;
  return show?.kind === "page" ? show.message : null;
}

/** True when a page that is loaded anew after the end leads somewhere else. */
export function leadsOn({ afterEvent }: EventSettings, phase: Phase): boolean {
  if (phase !== "ended" || afterEvent === null) return false;
  return afterEvent.show.kind === "redirect" || afterEvent.protectedPages === "let-through";
}

/**
 * The answer to a navigation after the end; `asked` is the page that a connector sent the visitor from.
 * A redirect back to that very page becomes the waiting room's own page: it would never end.
 */
export function answerAfterEnd(settings: EventSettings, asked: string | null) {
  const afterEvent = settings.afterEvent ?? AFTER_EVENT_DEFAULT;
  const answer = afterEventAnswer(afterEvent, settings, { fromProtectedPage: asked !== null });
  const isLoop = answer.kind === "redirect" && allowedTarget(asked, settings) === answer.url;
  return isLoop ? AFTER_EVENT_DEFAULT.show : answer;
}
