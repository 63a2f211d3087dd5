import { useEffect, useState } from "react";
import { useActionForm } from "@/components/shared/use-action-form";
import { toast } from "@/components/ui/toast";
import { sectionOf } from "@/lib/domain/event/settings/table";
import type { ActionResult } from "@/lib/http/action-result";
import type {
  EventDraftView,
  SectionOutcome,
  SettingConflict,
} from "@/lib/services/event/draft/draft-view";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { SomeSettings } from "@/lib/services/event/settings/schemas";
import { type EventFormValues, gatherFieldErrors } from "../event-form-values";
import { findSection, type SettingsSection } from "./registry";
import { type Choice, formValuesOf, pickSection, resolved, settingsOf } from "./section-values";
import type { SettingsActions } from "./settings-actions";

/** A reason that concerns a setting of another section. */
export type ElsewhereProblem = { readonly section: SettingsSection; readonly reason: string };

/** What another person has changed, and what this one wants. */
export type OpenConflict = {
  readonly conflicts: readonly SettingConflict[];
  readonly seen: SomeSettings;
  readonly mine: SomeSettings;
  readonly theirs: SomeSettings;
};

type Options = {
  section: SettingsSection;
  event: EventView;
  draft: EventDraftView | null;
  save: SettingsActions["save"];
  onSaved: (outcome: SectionOutcome) => void;
};

const LOST =
  "You're offline. Your changes are still on this page; save again when you're back online.";

/** The form of one section: it saves only that section, and shows both values where somebody else changed the same. */
export function useSectionForm({ section, event, draft, save, onSaved }: Options) {
  const loaded = formValuesOf(event, draft?.values ?? null);
  const [seen, setSeen] = useState(() => pickSection(section.id, { ...event, ...draft?.values }));
  const [conflict, setConflict] = useState<OpenConflict | null>(null);
  const [elsewhere, setElsewhere] = useState<readonly ElsewhereProblem[]>([]);
  const send = async (
    base: SomeSettings,
    mine: SomeSettings,
  ): Promise<ActionResult<SectionOutcome>> => {
    setElsewhere([]);
    const input = { eventId: event.eventId, section: section.id, seen: base, ...mine };
    const result = await save(input).catch(() => null);
    if (result === null) return { ok: false, error: { code: "offline", message: LOST } };
    if (!result.ok) {
      setElsewhere(problemsElsewhere(section, result.error.fields ?? {}));
      const fields = gatherFieldErrors(result.error.fields ?? {});
      return { ok: false, error: { ...result.error, fields } };
    }
    if (result.data.status !== "conflict") return result;
    setConflict({
      conflicts: result.data.conflicts,
      seen: base,
      mine,
      theirs: pickSection(section.id, result.data.values),
    });
    const message =
      "Someone else changed these settings. Nothing was saved; choose which values to keep below.";
    return { ok: false, error: { code: "conflict", message } };
  };
  const { form, ...rest } = useActionForm<EventFormValues, SectionOutcome>({
    defaultValues: loaded,
    submit: (values) => send(seen, settingsOf(section.id, values)),
    onDone: (outcome) => {
      const drafted = outcome.status === "drafted" ? outcome.draft.values : {};
      form.reset(formValuesOf(outcome.event, drafted));
      setSeen(pickSection(section.id, { ...outcome.event, ...drafted }));
      setConflict(null);
      if (outcome.status === "saved") toast.success(`${section.title} saved`);
      onSaved(outcome);
    },
  });
  const { isDirty } = form.formState;
  const version = `${event.settingsVersion} ${draft?.revision ?? 0}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer version is taken over once, while nothing is typed.
  useEffect(() => {
    if (isDirty || conflict !== null) return;
    form.reset(loaded);
    setSeen(pickSection(section.id, { ...event, ...draft?.values }));
  }, [version]);
  const choose = (choices: Readonly<Record<string, Choice>>) => {
    if (conflict === null) return;
    const mine = resolved(conflict, choices);
    setSeen(conflict.theirs);
    setConflict(null);
    form.reset(formValuesOf(event, { ...conflict.theirs }));
    for (const [field, value] of Object.entries(formValuesOf(event, mine))) {
      form.setValue(field as keyof EventFormValues, value as never, { shouldDirty: true });
    }
  };
  return { form, ...rest, isDirty, conflict, choose, elsewhere };
}

function problemsElsewhere(
  here: SettingsSection,
  fields: Readonly<Record<string, string>>,
): readonly ElsewhereProblem[] {
  return Object.entries(fields).flatMap(([path, reason]) => {
    const id = sectionOf(path);
    const section = id === null || id === here.id ? null : findSection(id);
    return section === null ? [] : [{ section, reason }];
  });
}
