"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import { ButtonLink } from "@/components/shared/button-link";
import { FormMessage } from "@/components/shared/form-message";
import { Panel } from "@/components/shared/panel";
import { SubmitButton } from "@/components/shared/submit-button";
import { useActionForm } from "@/components/shared/use-action-form";
import { toast } from "@/components/ui/toast";
import type { Language } from "@/lib/domain/page-texts/languages";
import type { Overrides } from "@/lib/domain/page-texts/texts-in";
import type { Theme } from "@/lib/domain/theme/theme";
import { themeSchema } from "@/lib/domain/theme/theme-schema";
import type { Action } from "@/lib/http/action-result";
import type { ChangeThemeInput, UploadAssetInput } from "@/lib/services/event/theme/schemas";
import type { ThemeView } from "@/lib/services/event/theme/theme-view";
import type { AssetView } from "@/lib/services/event/theme/upload-asset";
import { TemplateSection } from "./template-section";
import { type LanguageOption, TextEditor } from "./text-editor";
import {
  splitFieldErrors,
  type ThemeFormValues,
  toTheme,
  toThemeFormValues,
} from "./theme-form-values";
import { ThemePreview } from "./theme-preview";
import {
  BackgroundSection,
  ColourSection,
  FontSection,
  LayoutSection,
  LinkSection,
  LogoSection,
} from "./theme-sections";

type ThemeEditorProps = {
  theme: ThemeView;
  states: readonly { readonly id: string; readonly label: string }[];
  languages: readonly LanguageOption[];
  canWrite: boolean;
  change: Action<ChangeThemeInput, ThemeView>;
  upload: Action<UploadAssetInput, AssetView>;
};

/** A theme beside the pages that it makes. */
export function ThemeEditor(props: ThemeEditorProps) {
  const { canWrite, upload } = props;
  const [language, setLanguage] = useState<Language>("en");
  const { control, texts, setTexts, textErrors, isDirty, ...form } = useThemeForm(props);
  const sections = { control, canWrite, upload };
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(22rem,30rem)]">
      <form
        onSubmit={form.onSubmit}
        noValidate
        aria-label="Theme"
        data-unsaved={isDirty}
        className="flex min-w-0 flex-col gap-4"
      >
        <Panel>
          <fieldset disabled={!canWrite} className="contents">
            <LayoutSection {...sections} />
            <LogoSection {...sections} />
            <ColourSection {...sections} />
            <FontSection {...sections} />
            <BackgroundSection {...sections} />
            <LinkSection {...sections} />
            <TemplateSection {...sections} />
          </fieldset>
        </Panel>
        <TextEditor
          texts={texts}
          setTexts={setTexts}
          errors={textErrors}
          languages={props.languages}
          language={language}
          setLanguage={setLanguage}
          canWrite={canWrite}
        />
        <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-3 rounded-3xl bg-surface px-4 py-3 shadow-surface">
          <div className="min-w-0 flex-1">
            <FormMessage message={form.message} />
          </div>
          <ButtonLink href="/themes" variant="tertiary">
            Back
          </ButtonLink>
          <SubmitButton isPending={form.isPending} isDisabled={!canWrite || !isDirty}>
            Save theme
          </SubmitButton>
        </div>
      </form>
      <div className="min-w-0 xl:sticky xl:top-4">
        <Panel title="Preview" description="Preview every state and language before you save.">
          <ThemePreview
            draft={useDraft(control, texts)}
            states={props.states}
            language={language}
          />
        </Panel>
      </div>
    </div>
  );
}

function useThemeForm({ theme, change }: ThemeEditorProps) {
  const router = useRouter();
  const [texts, setTexts] = useState<Overrides>(theme.settings.texts);
  const [textErrors, setTextErrors] = useState<Readonly<Record<string, string>>>({});
  const { form, ...rest } = useActionForm<ThemeFormValues, ThemeView>({
    defaultValues: toThemeFormValues(theme.name, theme.settings),
    submit: async (values) => {
      const result = await change({
        themeId: theme.id,
        seenVersion: theme.version,
        name: values.name,
        settings: toTheme(values, { texts: withoutEmpty(texts) }),
      });
      const { own, texts: ofTexts } = splitFieldErrors(
        result.ok ? {} : (result.error.fields ?? {}),
      );
      setTextErrors(ofTexts);
      return result.ok ? result : { ok: false, error: { ...result.error, fields: own } };
    },
    onDone: () => {
      toast.success("Theme saved. Pages update in a moment.");
      router.refresh();
    },
  });
  const isDirty = form.formState.isDirty || texts !== theme.settings.texts;
  return { ...rest, texts, setTexts, textErrors, isDirty };
}

/** A language of which every text was taken back has none. */
function withoutEmpty(texts: Overrides): Overrides {
  return Object.fromEntries(Object.entries(texts).filter(([, own]) => Object.keys(own).length > 0));
}

/** The theme as it stands in the form; null while it could not be stored. */
function useDraft(control: Control<ThemeFormValues>, texts: Overrides): Theme | null {
  const values = useWatch({ control }) as ThemeFormValues;
  const read = themeSchema.safeParse(toTheme(values, { texts }));
  return read.success ? read.data : null;
}
