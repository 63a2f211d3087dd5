"use client";

import { ButtonLink } from "@/components/shared/button-link";
import { FormMessage } from "@/components/shared/form-message";
import { Panel } from "@/components/shared/panel";
import { SubmitButton } from "@/components/shared/submit-button";
import { AfterEventSection } from "./after-event-section";
import { BasicsSection } from "./basics-section";
import { BrandSection, type ThemeOption } from "./brand-section";
import type { EventFormValues } from "./event-form-values";
import { FlowSection } from "./flow-section";
import { GovernorSection } from "./governor-section";
import { KindSection } from "./kind-section";
import { LanesSection } from "./lanes-section";
import { NoticesSection } from "./notices-section";
import { OrderSection } from "./order-section";
import { ProtectionSection } from "./protection/protection-section";
import { SafetyNetSection } from "./safety-net-section";
import { ScheduleSection } from "./schedule-section";
import { SitesSection } from "./sites-section";
import { TargetSection } from "./target-section";
import { TurnSection } from "./turn-section";
import { type SaveEvent, useEventForm } from "./use-event-form";
import { VisitSection } from "./visit-section";

type EventFormProps = {
  defaultValues: EventFormValues;
  /** The address of the logo in force; null without one. */
  logoUrl: string | null;
  isNew: boolean;
  isOpen: boolean;
  canWrite: boolean;
  timeZones: readonly string[];
  themes: readonly ThemeOption[];
  hasSchedules?: boolean;
  save: SaveEvent;
  cancelHref?: string;
};

/** All settings of an event in one form, with a preview of the waiting page. */
export function EventForm(props: EventFormProps) {
  const { isNew, canWrite, cancelHref } = props;
  const { control, message, isPending, onSubmit, logo, setLogo, isDirty } = useEventForm(props);
  return (
    <form onSubmit={onSubmit} noValidate aria-label={isNew ? "New event" : "Event settings"}>
      <Panel>
        <fieldset disabled={!canWrite} className="contents">
          <BasicsSection control={control} isNew={isNew} />
          <KindSection control={control} isOpen={props.isOpen} />
          <ScheduleSection
            control={control}
            timeZones={props.timeZones}
            hasSchedules={props.hasSchedules ?? false}
          />
          <AfterEventSection control={control} />
          <TargetSection control={control} />
          <SitesSection control={control} />
          <OrderSection control={control} />
          <FlowSection control={control} />
          <SafetyNetSection control={control} />
          <GovernorSection control={control} />
          <LanesSection control={control} isOpen={props.isOpen} />
          <ProtectionSection control={control} />
          <TurnSection control={control} />
          <VisitSection control={control} />
          <NoticesSection control={control} />
          <BrandSection control={control} logo={logo} setLogo={setLogo} themes={props.themes} />
        </fieldset>
        <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-3 rounded-b-3xl border-t border-separator bg-surface px-4 py-3">
          <div className="min-w-0 flex-1">
            <FormMessage message={message} />
          </div>
          {cancelHref === undefined ? null : (
            <ButtonLink href={cancelHref} variant="tertiary">
              Cancel
            </ButtonLink>
          )}
          <SubmitButton isPending={isPending} isDisabled={!canWrite || !(isNew || isDirty)}>
            {isNew ? "Create event" : "Save changes"}
          </SubmitButton>
        </div>
      </Panel>
    </form>
  );
}
