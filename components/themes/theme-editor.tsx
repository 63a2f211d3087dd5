"use client";

import { Globe } from "lucide-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useCallback, useRef, useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import { ButtonLink } from "@/components/shared/button-link";
import { CopyButton } from "@/components/shared/copy-button";
import { FormMessage } from "@/components/shared/form-message";
import { Panel } from "@/components/shared/panel";
import { SubmitButton } from "@/components/shared/submit-button";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { toast } from "@/components/ui/toast";
import type { Overrides } from "@/lib/domain/page-texts/texts-in";
import type { Theme } from "@/lib/domain/theme/theme";
import { themeSchema } from "@/lib/domain/theme/theme-schema";
import type { Action, ActionResult } from "@/lib/http/action-result";
import type { WebsiteLooks } from "@/lib/services/event/theme/read-website";
import type {
  ChangeThemeInput,
  UploadAssetInput,
  WebsiteInput,
} from "@/lib/services/event/theme/schemas";
import type { ThemeView } from "@/lib/services/event/theme/theme-view";
import type { AssetView } from "@/lib/services/event/theme/upload-asset";
import { type PreviewView, readPreviewView, writePreviewView } from "./preview-view";
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
import type { Taken } from "./website-choices";
import { WebsiteDialog } from "./website-dialog";

type ThemeEditorProps = {
  theme: ThemeView;
  states: readonly { readonly id: string; readonly label: string }[];
  languages: readonly LanguageOption[];
  canWrite: boolean;
  change: Action<ChangeThemeInput, ThemeView>;
  upload: Action<UploadAssetInput, AssetView>;
  read: Action<WebsiteInput, WebsiteLooks>;
};

/** A theme beside the pages that it makes; on narrow screens one of both is shown, a button away from the other. */
export function ThemeEditor(props: ThemeEditorProps) {
  const { theme, states, languages, canWrite, upload, read } = props;
  const [isReading, setReading] = useState(false);
  const { control, take, texts, setTexts, textErrors, isDirty, ...form } = useThemeForm(props);
  const { view, show } = usePreviewView(states);
  const [inPreview, setInPreview] = useState<readonly string[]>([]);
  const { picked, pick } = usePick(show);
  const sections = { control, canWrite, upload };
  return (
    <div className="flex flex-col gap-4 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(22rem,30rem)] xl:items-start">
      {/* No box of its own on narrow screens: the bar with its buttons stays in sight below the preview, too. */}
      <form
        onSubmit={form.onSubmit}
        noValidate
        aria-label="Theme"
        data-unsaved={isDirty}
        className="contents xl:flex xl:min-w-0 xl:flex-col xl:gap-4"
      >
        <div className={cn("flex min-w-0 flex-col gap-4", view.isFirst && "max-xl:hidden")}>
          <Panel>
            <Button
              variant="secondary"
              className="mb-4 h-auto max-w-full py-2 text-left whitespace-normal"
              isDisabled={!canWrite}
              onClick={() => setReading(true)}
            >
              <Globe aria-hidden />
              Take colours and logo from a website
            </Button>
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
            languages={languages}
            language={view.language}
            setLanguage={(language) => show({ language })}
            inPreview={inPreview}
            picked={picked}
            canWrite={canWrite}
          />
        </div>
        <div className="sticky bottom-(--toaster-room) flex flex-wrap items-center justify-end gap-3 rounded-3xl bg-surface px-4 py-3 shadow-surface">
          <div className="min-w-0 flex-1">
            <FormMessage message={form.message} />
          </div>
          <Button
            variant="secondary"
            className="xl:hidden"
            onClick={() => show({ isFirst: !view.isFirst })}
          >
            {view.isFirst ? "Edit" : "Preview"}
          </Button>
          <ButtonLink href="/themes" variant="tertiary">
            Back
          </ButtonLink>
          <SubmitButton isPending={form.isPending} isDisabled={!canWrite || !isDirty}>
            Save theme
          </SubmitButton>
        </div>
      </form>
      <div
        className={cn(
          "min-w-0 max-xl:order-first xl:sticky xl:top-4",
          !view.isFirst && "max-xl:hidden",
        )}
      >
        <Panel
          title="Preview"
          description="Follows your changes. The link shows the saved theme."
          actions={<CopyButton text={linkTo(view)} label="Copy link to this view" />}
        >
          <ThemePreview
            themeId={theme.id}
            draft={useDraft(control, texts)}
            states={states}
            languages={languages}
            view={view}
            onChange={show}
            onPick={pick}
            onTexts={setInPreview}
          />
        </Panel>
      </div>
      {isReading ? <WebsiteDialog read={read} take={take} close={() => setReading(false)} /> : null}
    </div>
  );
}

/** What is in sight, which stands in the address. */
function usePreviewView(states: ThemeEditorProps["states"]) {
  const pathname = usePathname();
  const params = useSearchParams();
  const [view, setView] = useState(() => readPreviewView(params, states));
  const show = (changed: Partial<PreviewView>) => {
    const next = { ...view, ...changed };
    setView(next);
    const query = writePreviewView(next);
    window.history.replaceState(null, "", query === "" ? pathname : `${pathname}?${query}`);
  };
  return { view, show };
}

/** The text that was clicked last; its field comes into sight where the preview has hidden it. */
function usePick(show: (changed: Partial<PreviewView>) => void) {
  const [picked, setPicked] = useState<{ readonly text: string } | null>(null);
  const latest = useRef(show);
  latest.current = show;
  // The same for all renderings: the frame listens once.
  const pick = useCallback((text: string) => {
    latest.current({ isFirst: false });
    setPicked({ text });
  }, []);
  return { picked, pick };
}

/** The address that opens the preview as it is shown, on narrow screens too. */
function linkTo(view: PreviewView): string {
  if (typeof window === "undefined") return "";
  const { origin, pathname } = window.location;
  return `${origin}${pathname}?${writePreviewView({ ...view, isFirst: true })}`;
}

function useThemeForm({ theme, change, upload }: ThemeEditorProps) {
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
  const set = (name: TakenField, value: string) => {
    if (value !== "") form.setValue(name, value, { shouldDirty: true });
  };
  const take = async ({ brand, light, dark, ...pictures }: Taken): Promise<ActionResult<null>> => {
    for (const kind of ["logo", "background"] as const) {
      const base64 = pictures[kind];
      if (base64 === "") continue;
      const uploaded = await upload({ kind, base64 });
      if (!uploaded.ok) return uploaded;
      set(kind === "logo" ? "logo.light" : "background.image", uploaded.data.hash);
    }
    set("colours.brand", brand);
    set("colours.light.page", light);
    set("colours.dark.page", dark);
    return { ok: true, data: null };
  };
  return { ...rest, take, texts, setTexts, textErrors, isDirty };
}

type TakenField =
  | "logo.light"
  | "background.image"
  | "colours.brand"
  | "colours.light.page"
  | "colours.dark.page";

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
