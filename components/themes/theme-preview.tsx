import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ComponentProps } from "react";
import { Segmented } from "@/components/shared/segmented";
import { SelectBox } from "@/components/shared/select-box";
import { Button } from "@/components/ui/button";
import { isLanguage } from "@/lib/domain/page-texts/languages";
import type { Theme } from "@/lib/domain/theme/theme";
import { PreviewFrame } from "./preview-frame";
import { PREVIEW_WIDTHS, type PreviewView } from "./preview-view";
import type { LanguageOption } from "./text-editor";

const WIDTHS = (["phone", "tablet", "desktop"] as const).map((value) => ({
  value,
  label: PREVIEW_WIDTHS[value].label,
}));
const SCHEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

type ThemePreviewProps = {
  /** The theme as it is being edited; null while it cannot be shown. */
  draft: Theme | null;
  states: readonly { readonly id: string; readonly label: string }[];
  /** Those to choose from; absent where the language is chosen elsewhere. */
  languages?: readonly LanguageOption[];
  view: PreviewView;
  onChange: (changed: Partial<PreviewView>) => void;
} & Pick<ComponentProps<typeof PreviewFrame>, "themeId" | "event" | "onPick" | "onTexts">;

/** The page that visitors would see, in a frame in which nothing runs. It follows what is typed. */
export function ThemePreview(props: ThemePreviewProps) {
  const { draft, states, languages, view, onChange, ...framed } = props;
  return (
    <section aria-label="Preview" className="flex flex-col gap-3">
      <StateChoice states={states} state={view.state} onChange={(state) => onChange({ state })} />
      {languages === undefined ? null : (
        <SelectBox
          label="Language"
          value={view.language}
          onChange={(language) => {
            if (isLanguage(language)) onChange({ language });
          }}
          options={languages.map(({ tag, name }) => ({ value: tag, label: `${name} (${tag})` }))}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label="Width"
          value={view.width}
          options={WIDTHS}
          onChange={(width) => onChange({ width })}
        />
        {draft === null || draft.appearance === "auto" ? (
          <Segmented
            label="Colour scheme"
            value={view.scheme}
            options={SCHEMES}
            onChange={(scheme) => onChange({ scheme })}
          />
        ) : (
          <span className="text-xs text-muted">Always {draft.appearance}</span>
        )}
      </div>
      <PreviewFrame
        settings={draft === null ? null : shownIn(draft, view.language)}
        view={view}
        {...framed}
      />
      {draft === null ? (
        <p role="status" className="text-xs text-muted">
          Fix the errors in the form to update the preview.
        </p>
      ) : null}
    </section>
  );
}

type StateChoiceProps = Pick<ThemePreviewProps, "states"> & {
  state: string;
  onChange: (state: string) => void;
};

/** All states in a list, and one after the other. */
function StateChoice({ states, state, onChange }: StateChoiceProps) {
  const step = (by: number) => {
    const index = states.findIndex(({ id }) => id === state);
    const next = states.at((index + by) % states.length);
    if (next !== undefined) onChange(next.id);
  };
  return (
    <div className="flex items-end gap-2">
      <SelectBox
        label="State"
        value={state}
        onChange={onChange}
        options={states.map(({ id, label }) => ({ value: id, label }))}
        className="min-w-0 flex-1"
      />
      <Button variant="secondary" isIconOnly aria-label="Previous state" onClick={() => step(-1)}>
        <ChevronLeft aria-hidden />
      </Button>
      <Button variant="secondary" isIconOnly aria-label="Next state" onClick={() => step(1)}>
        <ChevronRight aria-hidden />
      </Button>
    </div>
  );
}

/** Of the texts only those that can be seen: all languages together may be long. */
function shownIn(draft: Theme, language: string): Theme {
  const texts = Object.entries(draft.texts).filter(([tag]) => tag === language);
  return { ...draft, texts: Object.fromEntries(texts) };
}
