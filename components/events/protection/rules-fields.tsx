"use client";

import { type Control, useWatch } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { ProtectionPart } from "./protection-part";

/** The access rules of an event, in their order. */
export function RulesFields({ control }: { control: Control<EventFormValues> }) {
  const rules = useWatch({ control, name: "protection.rules" });
  return (
    <ProtectionPart
      title="Access rules"
      description="The first rule that fits decides what happens before a join."
    >
      {rules.length === 0 ? (
        <p className="text-sm text-muted">No rules: limits and challenges decide.</p>
      ) : (
        <ol className="list-decimal pl-5 text-sm">
          {rules.map(({ name, action }) => (
            <li key={name}>
              {name}: {action}
            </li>
          ))}
        </ol>
      )}
    </ProtectionPart>
  );
}
