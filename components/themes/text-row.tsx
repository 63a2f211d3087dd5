import { RotateCcw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/text-input";
import type { Text } from "@/lib/domain/page-texts/text";

type TextRowProps = {
  /** As the language files have it. */
  path: string;
  /** As people call it. */
  name: string;
  builtIn: Text;
  /** What the customer says instead; undefined for the built-in text. */
  own: Text | undefined;
  /** The plural forms of the language. */
  forms: readonly Intl.LDMLPluralRule[];
  /** By plural form; "" is the text as a whole. */
  errors: Readonly<Record<string, string>>;
  language: string;
  isDisabled: boolean;
  onChange: (text: Text | undefined) => void;
};

/** One text: the built-in one, and beside it what the customer says instead. */
export function TextRow(props: TextRowProps) {
  const { name, builtIn, own, isDisabled, onChange } = props;
  return (
    <li
      data-text-row={props.path}
      className="grid gap-2 border-t border-separator py-3 first:border-0 sm:grid-cols-2 sm:gap-4"
    >
      <div className="min-w-0">
        <p className="text-xs text-muted" title={props.path}>
          {name}
        </p>
        <p lang={props.language} className="mt-1 text-sm whitespace-pre-line">
          {typeof builtIn === "string" ? builtIn : builtIn.other}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        {typeof builtIn === "string" ? (
          <Words
            {...props}
            label={`Instead of ${name}`}
            value={typeof own === "string" ? own : ""}
            placeholder={builtIn}
            error={props.errors[""]}
            onChange={(text) => onChange(text === "" ? undefined : text)}
          />
        ) : (
          <PluralWords {...props} builtIn={builtIn} />
        )}
        {own === undefined ? null : (
          <Button
            size="sm"
            variant="ghost"
            className="self-start"
            isDisabled={isDisabled}
            aria-label={`Back to the built-in text of ${name}`}
            onClick={() => onChange(undefined)}
          >
            <RotateCcw aria-hidden />
            Built-in text
          </Button>
        )}
      </div>
    </li>
  );
}

type PluralWordsProps = Omit<TextRowProps, "builtIn"> & { builtIn: Exclude<Text, string> };

/** A text that depends on a count has an input for each form of the language. */
function PluralWords(props: PluralWordsProps) {
  const { name, builtIn, own, forms, errors, onChange } = props;
  const held = typeof own === "object" ? own : undefined;
  const change = (form: Intl.LDMLPluralRule, words: string) => {
    const { [form]: _before, ...others } = { ...builtIn, ...held };
    onChange({ other: builtIn.other, ...others, ...(words === "" ? {} : { [form]: words }) });
  };
  return forms.map((form) => (
    <Words
      key={form}
      {...props}
      label={`Instead of ${name}: ${form}`}
      value={held?.[form] ?? ""}
      placeholder={`${form}: ${builtIn[form] ?? builtIn.other}`}
      error={errors[form] ?? (form === "other" ? errors[""] : undefined)}
      onChange={(words) => change(form, words)}
    />
  ));
}

type WordsProps = {
  label: string;
  value: string;
  placeholder: string;
  error: string | undefined;
  language: string;
  isDisabled: boolean;
  onChange: (words: string) => void;
};

function Words(props: WordsProps) {
  const isLong = props.placeholder.length > 60 || props.value.length > 60;
  return (
    <TextInput
      label={props.label}
      hideLabel
      value={props.value}
      onChange={props.onChange}
      error={props.error}
      isDisabled={props.isDisabled}
      lang={props.language}
      rows={isLong ? 3 : 1}
      placeholder={props.placeholder}
    />
  );
}
