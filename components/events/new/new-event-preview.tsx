import { useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import { FIRST_VIEW, type PreviewView } from "@/components/themes/preview-view";
import { ThemePreview } from "@/components/themes/theme-preview";
import type { Purpose } from "@/lib/domain/event/purpose";
import { isLanguage } from "@/lib/domain/page-texts/languages";
import { localTimeToInstant } from "@/lib/domain/schedule/local-time";
import { PLAIN_THEME, type Theme } from "@/lib/domain/theme/theme";
import type { EventFormValues } from "../event-form-values";
import { PREVIEWED_STATES } from "./previewed-states";

export type PreviewState = { readonly id: string; readonly label: string };

type NewEventPreviewProps = {
  control: Control<EventFormValues>;
  purpose: Purpose;
  themes: Readonly<Record<string, Theme>>;
  states: readonly PreviewState[];
};

/** The waiting page of the event as its form describes it, in the states that its visitors meet. */
export function NewEventPreview({ control, purpose, themes, states }: NewEventPreviewProps) {
  const [name, brandName, brandColour, language, theme] = useWatch({
    control,
    name: ["name", "brandName", "brandColour", "language", "theme"],
  });
  const [startLocal, timeZone, preQueueMinutes] = useWatch({
    control,
    name: ["startLocal", "timeZone", "preQueueMinutes"],
  });
  const start = localTimeToInstant(startLocal, timeZone);
  const [view, setView] = useState<PreviewView>({ ...FIRST_VIEW, state: "" });
  const met = PREVIEWED_STATES[purpose].flatMap((id) => states.filter((state) => state.id === id));
  const state = (met.find(({ id }) => id === view.state) ?? met[0])?.id ?? FIRST_VIEW.state;
  return (
    <ThemePreview
      draft={themes[theme] ?? PLAIN_THEME}
      states={met}
      view={{ ...view, state, language: isLanguage(language) ? language : FIRST_VIEW.language }}
      onChange={(changed) => setView({ ...view, ...changed })}
      event={{
        name: name.trim() === "" ? "Your event" : name,
        brandName,
        brandColour,
        timeZone,
        opening: {
          isDrawn: purpose === "draw",
          startAtMs: start.ok ? start.instantMs : null,
          preQueueMinutes: preQueueMinutes ?? 0,
        },
      }}
    />
  );
}
