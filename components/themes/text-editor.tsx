import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import { SelectBox } from "@/components/shared/select-box";
import { TextInput } from "@/components/ui/text-input";
import { isLanguage, type Language } from "@/lib/domain/page-texts/languages";
import type { Text } from "@/lib/domain/page-texts/text";
import { textName } from "@/lib/domain/page-texts/text-name";
import type { Overrides } from "@/lib/domain/page-texts/texts-in";
import { TextRow } from "./text-row";

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
  /** The texts that the preview shows, in its order. */
  inPreview: readonly string[];
  /** The text that was clicked there; a new object for each click. */
  picked: { readonly text: string } | null;
  canWrite: boolean;
};

const IN_PREVIEW = "preview";
const CUSTOM = "custom";
const ALL = "all";

/** All texts of a language beside what the customer says instead. */
export function TextEditor(props: TextEditorProps) {
  const { texts, setTexts, errors, languages, language, setLanguage, canWrite } = props;
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState(IN_PREVIEW);
  const { data, isError } = useBuiltInTexts(language);
  const own = texts[language] ?? {};
  const faulty = Object.keys(errors).filter((place) => place.startsWith(`${language}.`));
  const isFaulty = (name: string) => faulty.some((place) => isAt(place, language, name));
  const found = Object.entries(data ?? {}).filter(([name, builtIn]) =>
    matches(search, name, [builtIn, own[name]]),
  );
  // A search covers all of them.
  const chosen = search.trim() === "" ? inChoice(shown, found, props) : found;
  const first = found.filter(([name]) => isFaulty(name));
  const rows = [...first, ...chosen.filter(([name]) => !isFaulty(name))];
  const list = usePicked(props.picked, data !== undefined, () => {
    setSearch("");
    setShown(IN_PREVIEW);
  });
  const change = (name: string, text: Text | undefined) => {
    const { [name]: _before, ...others } = own;
    setTexts({ ...texts, [language]: text === undefined ? others : { ...others, [name]: text } });
  };
  return (
    <Panel
      title="Texts"
      description="Click a text in the preview to edit it here. Leave a field empty to keep the built-in text."
    >
      <div className="mb-3 grid gap-3 sm:grid-cols-3">
        <SelectBox
          label="Texts in"
          value={language}
          onChange={(tag) => {
            if (isLanguage(tag)) setLanguage(tag);
          }}
          options={languages.map((option) => ({
            value: option.tag,
            label: labelOf(option, texts),
          }))}
        />
        <SelectBox label="Show" value={shown} onChange={setShown} options={choices(data)} />
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
      <ul ref={list} aria-label="Texts">
        {rows.map(([name, builtIn]) => (
          <TextRow
            key={`${language} ${name}`}
            path={name}
            name={nameOf(name)}
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
    </Panel>
  );
}

/** Leads to the field of a text that was clicked in the preview, once it is there. */
function usePicked(picked: TextEditorProps["picked"], isLoaded: boolean, show: () => void) {
  const list = useRef<HTMLUListElement>(null);
  const [done, setDone] = useState(picked);
  if (picked !== done) {
    setDone(picked);
    show();
  }
  useEffect(() => {
    if (picked === null || !isLoaded) return;
    const row = `[data-text-row="${CSS.escape(picked.text)}"]`;
    const field = list.current?.querySelector<HTMLElement>(`${row} :is(input, textarea)`);
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  }, [picked, isLoaded]);
  return list;
}

function nameOf(path: string): string {
  const { section, name } = textName(path);
  return `${section}: ${name}`;
}

type Row = readonly [string, Text];

/** The rows of a choice: of the preview in its order, changed ones, those of a section, or all. */
function inChoice(
  choice: string,
  rows: readonly Row[],
  { inPreview, texts, language }: TextEditorProps,
): readonly Row[] {
  if (choice === ALL) return rows;
  if (choice === CUSTOM) return rows.filter(([name]) => texts[language]?.[name] !== undefined);
  if (choice !== IN_PREVIEW) return rows.filter(([name]) => textName(name).section === choice);
  const builtIn = new Map(rows);
  return inPreview.flatMap((name): Row[] => {
    const text = builtIn.get(name);
    return text === undefined ? [] : [[name, text]];
  });
}

function choices(data: Readonly<Record<string, Text>> | undefined) {
  const sections = new Set(Object.keys(data ?? {}).map((name) => textName(name).section));
  return [
    { value: IN_PREVIEW, label: "In the preview" },
    { value: CUSTOM, label: "Custom texts" },
    ...[...sections].map((section) => ({ value: section, label: section })),
    { value: ALL, label: "All texts" },
  ];
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
  return `${name} ${nameOf(name)} ${JSON.stringify(texts)}`.toLowerCase().includes(wanted);
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
