import { type Control, useWatch } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import { NumberField } from "@/components/shared/number-field";
import { RadioField } from "@/components/shared/radio-field";

const ACTIONS = [
  { value: "none", label: "Nothing", description: "All places take part in the draw." },
  {
    value: "last",
    label: "Draw last",
    description: "Drawn after everyone else.",
  },
  {
    value: "drop",
    label: "Drop",
    description: "They get no number and are told why. They can rejoin at the end of the line.",
  },
];

/** What the draw does with what was found out in the pre-queue, and whether lanes have chances of their own. */
export function DeferredFields({ control }: { control: Control<EventFormValues> }) {
  const draw = useWatch({ control, name: "draw.choice" });
  const kind = useWatch({ control, name: "kind" });
  const action = useWatch({ control, name: "protection.deferred.action" });
  if (kind !== "scheduled" || draw === "off") return null;
  return (
    <FormSection
      title="Draw"
      description="Scores take effect only in the draw, so bots learn nothing early. Both settings are committed before anyone joins and proven by the published draw."
    >
      <RadioField
        control={control}
        name="protection.deferred.action"
        label="Suspicious places"
        options={ACTIONS}
      />
      {action === "none" ? null : (
        <NumberField
          control={control}
          name="protection.deferred.fromScore"
          label="Suspicious at score"
          unit="score"
          minValue={1}
          maxValue={100}
          isRequired
        />
      )}
      <CheckField
        control={control}
        name="protection.lottery.isWeighted"
        label="Chances by lane"
        description="A visitor's chance is the weight of their lane; everyone waits in one line."
      />
    </FormSection>
  );
}
