import { useState } from "react";
import { type Control, useFormState, useWatch } from "react-hook-form";
import { SelectBox } from "@/components/shared/select-box";
import { TextField } from "@/components/shared/text-field";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { MESSAGE_CHARACTERS } from "@/lib/domain/message/message";
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
  /** True where a text that is too long is cut and never refused. */
  isUrgent?: boolean;
};

/** A message in the event's language, and in as many others as the operator adds. */
export function MessageFields(props: MessageFieldsProps) {
  const { control, eventLanguage } = props;
  const [next, setNext] = useState("");
  const [added, setAdded] = useState<readonly Language[]>([]);
  const texts = useWatch({ control, name: "texts" });
  const { errors } = useFormState({ control, name: "texts" });
  const problem = errors.texts?.message ?? errors.texts?.root?.message;
  const shown = shownLanguages(texts, { eventLanguage, added });
  // A field that was there stays, also when its text is deleted.
  if (shown.some((tag) => tag !== eventLanguage && !added.includes(tag))) setAdded(shown);
  const others = Object.entries(LANGUAGES)
    .filter(([tag]) => isLanguage(tag) && !shown.includes(tag))
    .map(([value, { name }]) => ({ value, label: name }));
  return (
    <>
      {shown.map((tag, index) => (
        <MessageField
          key={tag}
          {...props}
          tag={tag}
          isFirst={index === 0}
          isOnly={shown.length === 1}
          length={texts[tag].trim().length}
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

/** The event's language, then what was added, then what else is written. */
export function shownLanguages(
  texts: MessageValues["texts"],
  { eventLanguage, added }: { eventLanguage: Language; added: readonly Language[] },
): readonly Language[] {
  const written = Object.entries(texts).flatMap(([tag, text]) =>
    isLanguage(tag) && text !== "" ? [tag] : [],
  );
  return [...new Set([eventLanguage, ...added, ...written])];
}

type MessageFieldProps = MessageFieldsProps & {
  tag: Language;
  isFirst: boolean;
  isOnly: boolean;
  length: number;
};

function MessageField({ tag, isFirst, length, ...props }: MessageFieldProps) {
  const { name, direction } = LANGUAGES[tag];
  const isTooLong = length > MESSAGE_CHARACTERS;
  const note = isFirst
    ? (props.shownTo ?? "Shown to visitors whose language you don't add.")
    : `Leave empty to show these visitors ${LANGUAGES[props.eventLanguage].name}.`;
  const isCut = isTooLong && props.isUrgent === true;
  return (
    <TextField
      control={props.control}
      name={`texts.${tag}`}
      label={isFirst && props.isOnly ? props.label : `${props.label}: ${name}`}
      aside={
        <span className={cn(isTooLong ? "font-medium text-danger" : "text-muted")}>
          {length}/{MESSAGE_CHARACTERS}
        </span>
      }
      description={isCut ? `Cut after ${MESSAGE_CHARACTERS} characters.` : note}
      placeholder={isFirst ? props.placeholder : ""}
      {...(props.isUrgent === true ? {} : { validate: refuseTooLong })}
      lang={tag}
      dir={direction}
      rows={3}
    />
  );
}

function refuseTooLong(text: string): string | true {
  return text.trim().length <= MESSAGE_CHARACTERS || `At most ${MESSAGE_CHARACTERS} characters.`;
}
