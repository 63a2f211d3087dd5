import { useState } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import { TextField } from "@/components/shared/text-field";
import { Button } from "@/components/ui/button";
import { isWireId } from "@/lib/domain/wire-id";
import type { EventFormValues } from "../event-form-values";
import { suggestedId } from "./new-event-values";

const RULE = "3–20 characters, a–z and 0–9 only. The ID is part of URLs and cookies.";

function whyRefused(id: string): string | true {
  return id === "" || isWireId(id) ? true : RULE;
}

/** The event's id: it follows the name, until somebody wants another or it is refused. */
export function NewEventId({ control }: { control: Control<EventFormValues> }) {
  const [isOwn, setOwn] = useState(false);
  const name = useWatch({ control, name: "name" });
  const { field, fieldState } = useController({ control, name: "eventId" });
  if (isOwn || field.value !== "" || fieldState.invalid) {
    return (
      <TextField
        control={control}
        name="eventId"
        label="Event id"
        description="3–20 characters, a–z and 0–9. Part of URLs, tokens and cookies, so it can't be changed later."
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
        Edit ID
      </Button>
    </p>
  );
}
