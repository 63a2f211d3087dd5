import { type Control, useWatch } from "react-hook-form";
import { triggersSentence } from "@/lib/domain/integration-config/rule-sentence";
import type { EventOption } from "./event-option";
import { type RuleFormValues, toTriggers } from "./rule-form-values";
import { actionWords } from "./rule-words";
import { Sentence } from "./sentence";

type RulePreviewProps = { control: Control<RuleFormValues>; events: readonly EventOption[] };

/** The rule as the list will show it, while it is written. */
export function RulePreview({ control, events }: RulePreviewProps) {
  const [triggers, actionType, eventId] = useWatch({
    control,
    name: ["triggers", "actionType", "action.EventId"],
  });
  return (
    <p className="rounded-lg bg-surface-secondary px-3 py-2 text-sm break-words">
      When <Sentence pieces={triggersSentence(toTriggers(triggers))} />,{" "}
      {actionWords({ actionType, eventId }, events)}.
    </p>
  );
}
