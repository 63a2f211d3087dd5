import { useState } from "react";
import { type Control, useFormState } from "react-hook-form";
import { SelectBox } from "@/components/shared/select-box";
import { TextField } from "@/components/shared/text-field";
import { Button } from "@/components/ui/button";
import { languagesOf, MESSAGE_CHARACTERS, type MessageTexts } from "@/lib/domain/message/message";
import { isLanguage, LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";
import type { MessageValues } from "./message-values";

type MessageFieldsProps = {
  control: Control<MessageValues>;
  label: string;
  placeholder: string;
  /** The language of those who read none of the others. */
  eventLanguage: Language;
  /** Who sees the first text, where that is not everybody whose language is not added. */
  shownTo?: string;
  /** What is said already. */
  texts: MessageTexts;
};

/** A message in the event's language, and in as many others as the operator adds. */
export function MessageFields(props: MessageFieldsProps) {
  const { control, label, eventLanguage, texts } = props;
  const [next, setNext] = useState("");
  const [added, setAdded] = useState<readonly Language[]>(() =>
    languagesOf(texts).filter((tag) => tag !== eventLanguage),
  );
  const { errors } = useFormState({ control, name: "texts" });
  const problem = errors.texts?.message ?? errors.texts?.root?.message;
  const shown = [eventLanguage, ...added];
  const others = Object.entries(LANGUAGES)
    .filter(([tag]) => isLanguage(tag) && !shown.includes(tag))
    .map(([value, { name }]) => ({ value, label: name }));
  const own = LANGUAGES[eventLanguage].name;
  return (
    <>
      {shown.map((tag, index) => (
        <TextField
          key={tag}
          control={control}
          name={`texts.${tag}`}
          label={index === 0 && added.length === 0 ? label : `${label}: ${LANGUAGES[tag].name}`}
          description={
            index === 0
              ? `Plain text, up to ${MESSAGE_CHARACTERS} characters. ${props.shownTo ?? "Shown to visitors whose language you don't add."}`
              : `Leave empty to show these visitors ${own}.`
          }
          placeholder={index === 0 ? props.placeholder : ""}
          lang={tag}
          dir={LANGUAGES[tag].direction}
          rows={3}
        />
      ))}
      {problem === undefined ? null : (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      {others.length === 0 ? null : (
        <div className="flex items-end gap-2">
          <SelectBox label="Add language" value={next} options={others} onChange={setNext} />
          <Button
            variant="secondary"
            isDisabled={!isLanguage(next)}
            onClick={() => {
              if (isLanguage(next)) setAdded([...added, next]);
              setNext("");
            }}
          >
            Add
          </Button>
        </div>
      )}
    </>
  );
}
