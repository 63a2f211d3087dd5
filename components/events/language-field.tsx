import { type Control, useWatch } from "react-hook-form";
import { SelectField } from "@/components/shared/select-field";
import { isLanguage, LANGUAGES } from "@/lib/domain/page-texts/languages";
import type { EventFormValues } from "./event-form-values";
import { ofSetting } from "./of-setting";

/** Languages of the waiting page, to choose one of. */
export const LANGUAGE_OPTIONS = Object.entries(LANGUAGES).map(([value, { name, isReviewed }]) => ({
  value,
  label: isReviewed ? name : `${name} · not reviewed`,
}));

const USE =
  "Used when neither the link nor the browser asks for one of the 30 available languages.";

/** The language of those who ask for none that the pages have. */
export function LanguageField({ control }: { control: Control<EventFormValues> }) {
  const tag = useWatch({ control, name: "language" });
  const isUnread = isLanguage(tag) && !LANGUAGES[tag].isReviewed;
  const unread = " A native speaker has not reviewed this translation yet.";
  return (
    <SelectField
      control={control}
      {...ofSetting("language")}
      options={LANGUAGE_OPTIONS}
      description={isUnread ? USE + unread : USE}
    />
  );
}
