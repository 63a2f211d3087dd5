import type { Control } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import { TextField } from "@/components/shared/text-field";
import { RadioGroup } from "@/components/ui/radio-group";
import { PURPOSES, type Purpose } from "@/lib/domain/event/purpose";
import type { EventFormValues } from "../event-form-values";
import { KindSection } from "../kind-section";
import { ofNumber, ofSetting } from "../of-setting";
import { SafetyNetSection } from "../safety-net-section";
import { ScheduleSection } from "../schedule-section";
import { NewEventId } from "./new-event-id";

type NewEventFieldsProps = {
  control: Control<EventFormValues>;
  purpose: Purpose;
  onPurpose: (purpose: Purpose) => void;
};

// Object.entries forgets the names that the table has.
const CHOICES = (Object.entries(PURPOSES) as [Purpose, (typeof PURPOSES)[Purpose]][]).map(
  ([value, { label, says }]) => ({ value, label, description: says }),
);

/** What the event is for, and what that needs. */
export function NewEventFields(props: NewEventFieldsProps) {
  const { control, purpose, onPurpose } = props;
  return (
    <>
      <FormSection title="Purpose" description="You can change everything later.">
        <RadioGroup
          label="What are you doing?"
          value={purpose}
          options={CHOICES}
          onChange={(value) => {
            const chosen = CHOICES.find((choice) => choice.value === value);
            if (chosen !== undefined) onPurpose(chosen.value);
          }}
          autoFocus
          className="grid gap-2 sm:grid-cols-2"
          optionClassName="rounded-lg border border-border p-3 has-checked:border-accent has-checked:bg-accent-soft"
        />
      </FormSection>
      <FormSection title="Basics" description="Event name and destination.">
        <TextField
          control={control}
          {...ofSetting("name")}
          description="Shown to visitors on the waiting page."
          placeholder="Spring sale"
          isRequired
        />
        <NewEventId control={control} />
        <TextField
          control={control}
          {...ofSetting("targetUrl")}
          type="url"
          placeholder="https://shop.example.com/tickets"
          description="The protected page. Visitors go here when it's their turn."
          isRequired
          mono
        />
      </FormSection>
      {purpose === "invitation" ? <KindSection control={control} isOpen={false} /> : null}
      <ScheduleSection
        control={control}
        hasSchedules={false}
        newEvent={{ isDrawn: purpose === "draw" }}
      />
      <FormSection title="Admission" description="How many visitors your site can take.">
        <NumberField
          control={control}
          {...ofNumber("outflowPerMinute")}
          unit="visitors per minute"
          description="Never exceeded in any 60 seconds. You can change it at any time."
        />
      </FormSection>
      {purpose === "all-year" ? <SafetyNetSection control={control} /> : null}
    </>
  );
}
