import type { Control } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import type { EventFormValues } from "./event-form-values";
import { ofNumber } from "./of-setting";

/** How many go in, how many may wait, and how many may be on the site. */
export function FlowSection({ control }: { control: Control<EventFormValues> }) {
  return (
    <FormSection title="Flow" description="The outflow is never exceeded in any 60 seconds.">
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          control={control}
          {...ofNumber("outflowPerMinute")}
          unit="visitors per minute"
          description="How many visitors your site can take. You can change it while the event is open."
        />
        <NumberField
          control={control}
          {...ofNumber("lineLimit")}
          unit="visitors waiting"
          placeholder="No limit"
          description="When the line is full, visitors see “full” and join automatically as space frees up."
        />
        <NumberField
          control={control}
          {...ofNumber("activeCap")}
          unit="visitors on the site"
          placeholder="No cap"
          description="Requires fixed-length sessions."
        />
        <NumberField
          control={control}
          {...ofNumber("unitsPerAdmission")}
          unit="units"
          description="Most units in one order. Applies only if your site reports stock."
        />
        <NumberField
          control={control}
          {...ofNumber("absenceMinutes")}
          unit="minutes"
          placeholder="Never"
          description="Outages on our side don't count."
        />
      </div>
    </FormSection>
  );
}
