"use client";

import type { Control } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { TextField } from "@/components/shared/text-field";
import { isWireId } from "@/lib/domain/event/wire-id";
import type { EventFormValues } from "./event-form-values";

function whyRefused(id: string): string | true {
  return isWireId(id)
    ? true
    : "3 to 20 characters, only a to z and 0 to 9: the id becomes part of addresses and cookies.";
}

type BasicsSectionProps = { control: Control<EventFormValues>; isNew: boolean };

export function BasicsSection({ control, isNew }: BasicsSectionProps) {
  return (
    <FormSection title="Event" description="What it is called.">
      <TextField
        control={control}
        name="name"
        label="Name"
        description="Visitors read it on the waiting page."
        placeholder="Spring sale"
        isRequired
      />
      <TextField
        control={control}
        name="eventId"
        label="Event id"
        description={
          isNew
            ? "3 to 20 characters, a to z and 0 to 9. Addresses, tokens and cookies carry it, so it can never be changed."
            : "Chosen once; addresses, tokens and cookies carry it."
        }
        placeholder="springsale"
        mono
        isRequired={isNew}
        isReadOnly={!isNew}
        normalise={(value) => value.toLowerCase().trim()}
        validate={whyRefused}
      />
    </FormSection>
  );
}
