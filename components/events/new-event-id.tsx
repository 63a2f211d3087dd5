"use client";

import { useState } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import { TextField } from "@/components/shared/text-field";
import { Button } from "@/components/ui/button";
import { isWireId } from "@/lib/domain/event/wire-id";
import { type NewEventValues, suggestedId } from "./new-event-values";

const RULE =
  "3 to 20 characters, only a to z and 0 to 9: the id becomes part of addresses and cookies.";

function whyRefused(id: string): string | true {
  return id === "" || isWireId(id) ? true : RULE;
}

/** The event's id: it follows the name, until somebody wants another or it is refused. */
export function NewEventId({ control }: { control: Control<NewEventValues> }) {
  const [isOwn, setOwn] = useState(false);
  const name = useWatch({ control, name: "name" });
  const { field, fieldState } = useController({ control, name: "eventId" });
  if (isOwn || field.value !== "" || fieldState.invalid) {
    return (
      <TextField
        control={control}
        name="eventId"
        label="Event id"
        description="3 to 20 characters, a to z and 0 to 9. Addresses, tokens and cookies carry it, so it can never be changed."
        placeholder={suggestedId(name)}
        mono
        autoFocus
        normalise={(value) => value.toLowerCase().trim()}
        validate={whyRefused}
      />
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
      <span>
        Event id:{" "}
        <span className="font-mono text-foreground">{suggestedId(name) || "from the name"}</span>
      </span>
      <Button size="sm" variant="ghost" onClick={() => setOwn(true)}>
        Choose another id
      </Button>
    </p>
  );
}
