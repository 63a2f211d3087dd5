"use client";

import type { ReactNode } from "react";
import { type Control, type FieldPath, type FieldValues, useWatch } from "react-hook-form";
import { localTimeToInstant } from "@/lib/domain/schedule/local-time";
import { localTimeEcho } from "./local-time-echo";
import { TextField } from "./text-field";
import { useNow } from "./use-now";

type LocalTimeFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  timeZone: string;
  description?: ReactNode;
  isRequired?: boolean;
  isReadOnly?: boolean;
  /** 1 where seconds count. */
  step?: number;
  /** What a time that has passed means here. */
  past: string;
  /** Such a time is refused; `past` says why. */
  refusesPast?: boolean;
};

/** A date and time in a zone, said again in words, so that a wrong day, year or zone is seen before it is saved. */
export function LocalTimeField<Values extends FieldValues>(props: LocalTimeFieldProps<Values>) {
  const { timeZone, past, refusesPast = false, description, ...field } = props;
  const local: unknown = useWatch({ control: props.control, name: props.name });
  const nowMs = useNow();
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const echo =
    nowMs === null || typeof local !== "string"
      ? null
      : localTimeEcho({ local, timeZone, ownZone, nowMs });
  const validate = (typed: string) => {
    const time = localTimeToInstant(typed, timeZone);
    return !refusesPast || !time.ok || time.instantMs > Date.now() || past;
  };
  return (
    <TextField
      {...field}
      type="datetime-local"
      validate={validate}
      description={
        echo === null ? (
          description
        ) : (
          <span className={echo.isPast ? "font-medium text-warning-soft-foreground" : ""}>
            {echo.text}
            {echo.isPast ? `. ${past}` : ""}
          </span>
        )
      }
    />
  );
}
