import Link from "next/link";
import { useState } from "react";
import { DocsLink } from "@/components/shared/docs-link";
import { FormMessage } from "@/components/shared/form-message";
import { ManagedFields } from "@/components/shared/managed-fields";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { SubmitButton } from "@/components/shared/submit-button";
import { isRiskyWhileOpen, settingsIn } from "@/lib/domain/event/settings/table";
import type { EventDraftView, SectionOutcome } from "@/lib/services/event/draft/draft-view";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { NewEventStart } from "../event-form-values";
import { ConflictChoices } from "./conflict-choices";
import { DefaultMarks } from "./default-marks";
import type { SettingsSection } from "./registry";
import type { SectionProps } from "./section-props";
import type { SettingsActions } from "./settings-actions";
import { useFocusOnHash } from "./use-focus-on-hash";
import { type ElsewhereProblem, useSectionForm } from "./use-section-form";

type SectionFormProps = Omit<SectionProps, "control" | "isOpen" | "hasSchedules"> & {
  section: SettingsSection;
  event: EventView;
  draft: EventDraftView | null;
  newEvent: NewEventStart;
  canWrite: boolean;
  save: SettingsActions["save"];
  onSaved: (outcome: SectionOutcome) => void;
};

/** One section of the settings, with its own save. */
export function SectionForm({ section, canWrite, save, onSaved, ...props }: SectionFormProps) {
  const { event, draft } = props;
  const state = useSectionForm({ section, event, draft, save, onSaved });
  const { form, conflict } = state;
  /** A number counts once its field is left, which a press on the button does. */
  const [isTyping, setTyping] = useState(false);
  useFocusOnHash();
  const { Fields } = section;
  if (Fields === null) return null;
  const isOpen = event.status === "open";
  const isChanged = state.isDirty || isTyping;
  return (
    <form
      onSubmit={(submitted) => {
        if (state.isDirty) void state.onSubmit(submitted);
        else submitted.preventDefault();
      }}
      onInput={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      noValidate
      aria-label={section.title}
      data-unsaved={isChanged}
    >
      <Panel
        title={section.title}
        description={section.description}
        actions={<DocsLink page={section.docs}>How it works</DocsLink>}
      >
        <ManagedFields managedBy={event.managedBy} canWrite={canWrite}>
          <DefaultMarks
            section={section}
            form={form}
            newEvent={props.newEvent}
            canWrite={canWrite}
          />
          {isOpen && hasRisky(section) ? (
            <p className="mb-4 text-xs text-muted">
              The event is open. Changes to admission are saved as a draft until you publish them.
            </p>
          ) : null}
          <fieldset disabled={!canWrite} className="contents">
            <Fields
              control={form.control}
              isOpen={isOpen}
              hasSchedules={event.schedules.length > 0}
              themes={props.themes}
              logoUrl={props.logoUrl}
              storeLogo={props.storeLogo}
            />
          </fieldset>
        </ManagedFields>
        {conflict === null ? null : (
          <div className="pt-4">
            <ConflictChoices
              conflicts={conflict.conflicts}
              confirm="Use these values"
              onChoose={state.choose}
            />
          </div>
        )}
        <div className="sticky bottom-(--toaster-room) -mx-4 mt-4 -mb-4 flex flex-wrap items-center justify-end gap-3 rounded-b-3xl border-t border-separator bg-surface px-4 py-3">
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <FormMessage message={state.message} />
            <Elsewhere eventId={event.eventId} problems={state.elsewhere} />
            {canWrite ? null : <RoleNote permission="event:write" act="change settings" />}
          </div>
          {isChanged ? <p className="text-xs text-muted">Unsaved changes</p> : null}
          <SubmitButton
            isPending={state.isPending}
            isDisabled={!canWrite || !isChanged || conflict !== null}
          >
            Save changes
          </SubmitButton>
        </div>
      </Panel>
    </form>
  );
}

function hasRisky(section: SettingsSection): boolean {
  return settingsIn(section.id).some(isRiskyWhileOpen);
}

type ElsewhereProps = { eventId: string; problems: readonly ElsewhereProblem[] };

function Elsewhere({ eventId, problems }: ElsewhereProps) {
  return problems.map(({ section, reason }) => (
    <p key={reason} className="text-sm">
      <Link className="link-text" href={`/events/${eventId}/settings/${section.id}`}>
        {section.title}
      </Link>
      : {reason}
    </p>
  ));
}
