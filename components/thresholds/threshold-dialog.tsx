"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { Dialog } from "@/components/shared/dialog";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/http/action-result";
import type {
  CreateThresholdInput,
  UpdateThresholdInput,
} from "@/lib/services/event/threshold/schemas";
import type { ThresholdView } from "@/lib/services/event/threshold/threshold-view";
import {
  type EventChoice,
  ThresholdFields,
  type ThresholdFormValues,
  toFormValues,
  toInput,
} from "./threshold-fields";

export type ThresholdActions = {
  readonly create: Action<CreateThresholdInput, ThresholdView>;
  readonly update: Action<UpdateThresholdInput, ThresholdView>;
  readonly remove: Action<{ thresholdId: string }, unknown>;
};

type ThresholdDialogProps = {
  actions: ThresholdActions;
  events: readonly EventChoice[];
  /** The one to change; without it, a new one. */
  threshold?: ThresholdView;
};

/** A button with the form of a threshold behind it. */
export function ThresholdDialog({ actions, events, threshold }: ThresholdDialogProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { form, control, ...asked } = useActionForm<ThresholdFormValues, ThresholdView>({
    defaultValues: toFormValues(threshold ?? null),
    submit: (values) => {
      const wish = toInput(values);
      if (threshold === undefined) return actions.create(wish);
      const { id: thresholdId, version: seenVersion } = threshold;
      return actions.update({ thresholdId, seenVersion, ...wish });
    },
    onDone: () => {
      setOpen(false);
      router.refresh();
    },
  });
  const open = () => {
    form.reset(toFormValues(threshold ?? null));
    setOpen(true);
  };
  const isNew = threshold === undefined;
  return (
    <>
      <Button
        size="sm"
        variant={isNew ? "primary" : "ghost"}
        onClick={open}
        {...(isNew ? {} : { "aria-label": `Edit ${threshold.name}` })}
      >
        {isNew ? "New threshold" : "Edit"}
      </Button>
      <Dialog
        title={isNew ? "New threshold" : `Edit ${threshold.name}`}
        isOpen={isOpen}
        onOpenChange={setOpen}
        size="lg"
      >
        <ActionForm {...asked} submit={isNew ? "Create threshold" : "Save"}>
          <ThresholdFields {...{ control, events }} />
        </ActionForm>
      </Dialog>
    </>
  );
}
