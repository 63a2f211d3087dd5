"use client";

import { type Control, useWatch } from "react-hook-form";
import { SelectField } from "@/components/shared/select-field";
import { isLanguage, LANGUAGES } from "@/lib/domain/page-texts/languages";
import type { EventFormValues } from "./event-form-values";

const OPTIONS = Object.entries(LANGUAGES).map(([value, { name, isReviewed }]) => ({
  value,
  label: isReviewed ? name : `${name} · no speaker has read it yet`,
}));

const USE = "For visitors whose link and browser ask for none of the 30 languages of the pages.";

/** The language of those who ask for none that the pages have. */
export function LanguageField({ control }: { control: Control<EventFormValues> }) {
  const tag = useWatch({ control, name: "language" });
  const isUnread = isLanguage(tag) && !LANGUAGES[tag].isReviewed;
  const unread = " This one is translated, and no speaker of it has read it yet.";
  return (
    <SelectField
      control={control}
      name="language"
      label="Language"
      options={OPTIONS}
      description={isUnread ? USE + unread : USE}
    />
  );
}
