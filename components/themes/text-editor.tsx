import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import { SelectBox } from "@/components/shared/select-box";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/text-input";
import { isLanguage, type Language } from "@/lib/domain/page-texts/languages";
import type { Text } from "@/lib/domain/page-texts/text";
import type { Overrides } from "@/lib/domain/page-texts/texts-in";
import { TextRow } from "./text-row";

const SHOWN_AT_FIRST = 8;

export type LanguageOption = {
  readonly tag: string;
  readonly name: string;
  /** False where nobody who speaks it has read its texts. */
  readonly isReviewed: boolean;
};

type TextEditorProps = {
  texts: Overrides;
  setTexts: (texts: Overrides) => void;
  /** Reasons by `language.name` and `language.name.form`. */
  errors: Readonly<Record<string, string>>;
  languages: readonly LanguageOption[];
  language: Language;
  setLanguage: (language: Language) => void;
  canWrite: boolean;
};

/** All texts of a language beside what the customer says instead. */
export function TextEditor(props: TextEditorProps) {
  const { texts, setTexts, errors, languages, language, setLanguage, canWrite } = props;
  const [search, setSearch] = useState("");
  const [showsAll, setShowsAll] = useState(false);
  const { data, isError } = useBuiltInTexts(language);
  const own = texts[language] ?? {};
  const faulty = Object.keys(errors).filter((place) => place.startsWith(`${language}.`));
  const found = Object.entries(data ?? {}).filter(([name, builtIn]) =>
    matches(search, name, [builtIn, own[name]]),
  );
  const first = found.filter(([name]) => faulty.some((place) => isAt(place, language, name)));
  const rows = [...first, ...found.filter((row) => !first.includes(row))];
  const shown = showsAll ? rows : rows.slice(0, Math.max(SHOWN_AT_FIRST, first.length));
  const change = (name: string, text: Text | undefined) => {
    const { [name]: _before, ...others } = own;
    setTexts({ ...texts, [language]: text === undefined ? others : { ...others, [name]: text } });
  };
  return (
    <Panel
      title="Texts"
      description="Replace built-in texts with your own. Leave a field empty to keep the built-in text."
    >
      <div className="mb-3 grid gap-3 sm:grid-cols-2">
        <SelectBox
          label="Language"
          value={language}
          onChange={(tag) => {
            if (isLanguage(tag)) setLanguage(tag);
          }}
          options={languages.map((option) => ({
            value: option.tag,
            label: labelOf(option, texts),
          }))}
        />
        <TextInput
          label="Search"
          type="search"
          value={search}
          onChange={setSearch}
          placeholder="you are in line"
        />
      </div>
      {languages.find(({ tag }) => tag === language)?.isReviewed === false ? (
        <Notice tone="info" className="mb-2">
          A native speaker has not reviewed these translations yet.
        </Notice>
      ) : null}
      {isError ? <Notice tone="danger">Texts could not be loaded. Reload the page.</Notice> : null}
      {data !== undefined && rows.length === 0 ? (
        <p className="py-6 text-center text-sm text-muted">No matching texts.</p>
      ) : null}
      <ul aria-label="Texts">
        {shown.map(([name, builtIn]) => (
          <TextRow
            key={`${language} ${name}`}
            name={name}
            builtIn={builtIn}
            own={own[name]}
            forms={formsOf(language)}
            errors={errorsAt(errors, language, name)}
            language={language}
            isDisabled={!canWrite}
            onChange={(text) => change(name, text)}
          />
        ))}
      </ul>
      {shown.length < rows.length ? (
        <Button size="sm" variant="tertiary" onClick={() => setShowsAll(true)}>
          Show all {rows.length} texts
        </Button>
      ) : null}
    </Panel>
  );
}

function useBuiltInTexts(language: Language) {
  return useQuery({
    queryKey: ["page-texts", language],
    queryFn: async ({ signal }) => {
      const response = await fetch(`/api/themes/texts/${language}`, { signal });
      if (!response.ok) throw new Error(`The texts returned ${response.status}.`);
      // Written by this console's own route from the same type.
      return (await response.json()) as Readonly<Record<string, Text>>;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function formsOf(language: Language): readonly Intl.LDMLPluralRule[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
}

function labelOf({ tag, name }: LanguageOption, texts: Overrides): string {
  const own = isLanguage(tag) ? Object.keys(texts[tag] ?? {}).length : 0;
  return own === 0 ? `${name} (${tag})` : `${name} (${tag}), ${own} custom`;
}

function matches(search: string, name: string, texts: readonly (Text | undefined)[]): boolean {
  const wanted = search.trim().toLowerCase();
  return `${name} ${JSON.stringify(texts)}`.toLowerCase().includes(wanted);
}

function isAt(place: string, language: string, name: string): boolean {
  return place === `${language}.${name}` || place.startsWith(`${language}.${name}.`);
}

/** The reasons of one text by plural form; "" for the text as a whole. */
function errorsAt(
  errors: Readonly<Record<string, string>>,
  language: string,
  name: string,
): Readonly<Record<string, string>> {
  const start = `${language}.${name}`;
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([place]) => isAt(place, language, name))
      .map(([place, reason]) => [place.slice(start.length + 1), reason]),
  );
}
