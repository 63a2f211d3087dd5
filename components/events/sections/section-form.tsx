"use client";

import { useEffect } from "react";
import { FormMessage } from "@/components/shared/form-message";
import { Panel } from "@/components/shared/panel";
import { SubmitButton } from "@/components/shared/submit-button";
import type { EventFormValues } from "../event-form-values";
import { type SaveEvent, useEventForm } from "../use-event-form";
import type { SettingsSection } from "./registry";
import type { SectionProps } from "./section-props";

type SectionFormProps = Omit<SectionProps, "control" | "logo" | "setLogo"> & {
  section: SettingsSection;
  defaultValues: EventFormValues;
  /** The address of the logo in force; null without one. */
  logoUrl: string | null;
  canWrite: boolean;
  save: SaveEvent;
};

/** One section of the settings, with its own save. */
export function SectionForm({ section, canWrite, ...props }: SectionFormProps) {
  const { control, message, isPending, onSubmit, logo, setLogo, isDirty } = useEventForm(props);
  useFocusOnHash();
  const { Fields } = section;
  if (Fields === null) return null;
  return (
    <form onSubmit={onSubmit} noValidate aria-label={section.title}>
      <Panel title={section.title} description={section.description}>
        <fieldset disabled={!canWrite} className="contents">
          <Fields {...props} control={control} logo={logo} setLogo={setLogo} />
        </fieldset>
        <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-3 rounded-b-3xl border-t border-separator bg-surface px-4 py-3">
          <div className="min-w-0 flex-1">
            <FormMessage message={message} />
          </div>
          <SubmitButton isPending={isPending} isDisabled={!canWrite || !isDirty}>
            Save changes
          </SubmitButton>
        </div>
      </Panel>
    </form>
  );
}

/** Goes to the field that the address names, once it is there: its section is loaded when it is opened. */
function useFocusOnHash(): void {
  useEffect(() => {
    const go = () => {
      const name = decodeURIComponent(window.location.hash.slice(1));
      if (name === "") return true;
      const field = document.querySelector<HTMLElement>(
        `form [name="${CSS.escape(name)}"], form [data-setting="${CSS.escape(name)}"]`,
      );
      field?.scrollIntoView({ block: "center" });
      field?.focus({ preventScroll: true });
      return field !== null;
    };
    if (go()) return;
    const seen = new MutationObserver(() => {
      if (go()) seen.disconnect();
    });
    seen.observe(document.body, { childList: true, subtree: true });
    return () => seen.disconnect();
  }, []);
}
