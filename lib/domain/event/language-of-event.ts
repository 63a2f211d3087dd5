import { isLanguage, type Language } from "@/lib/domain/page-texts/languages";
import type { EventSettings } from "./settings";

/** The language of an event's pages for whoever asks for none that we have. */
export function languageOfEvent(settings: Pick<EventSettings, "language"> | null): Language {
  const language = settings?.language ?? "en";
  // A newer version may have published one that this one does not have.
  return isLanguage(language) ? language : "en";
}
