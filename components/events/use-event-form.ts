"use client";

import { useState } from "react";
import { useActionForm } from "@/components/shared/use-action-form";
import type { ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/event-view";
import type { LogoDraft } from "./brand-section";
import { type EventFormValues, gatherFieldErrors } from "./event-form-values";

/** Saves the settings and, when it was changed, the logo. */
export type SaveEvent = (
  values: EventFormValues,
  logo: LogoDraft,
) => Promise<ActionResult<EventView>>;

type Options = { defaultValues: EventFormValues; logoUrl: string | null; save: SaveEvent };

export function useEventForm({ defaultValues, logoUrl, save }: Options) {
  const [logo, setLogo] = useState<LogoDraft>({ url: logoUrl, change: null });
  const { form, ...rest } = useActionForm<EventFormValues, EventView>({
    defaultValues,
    submit: async (values) => {
      const result = await save(values, logo);
      if (result.ok) return result;
      const fields = gatherFieldErrors(result.error.fields ?? {});
      return { ok: false, error: { ...result.error, fields } };
    },
    onDone: (_event, values) => {
      form.reset(values);
      setLogo({ ...logo, change: null });
    },
  });
  const isDirty = form.formState.isDirty || logo.change !== null;
  return { ...rest, logo, setLogo, isDirty };
}
