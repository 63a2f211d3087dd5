"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import type { ChoiceGroup } from "@/components/shared/choices-field";
import { Panel } from "@/components/shared/panel";
import { useActionForm } from "@/components/shared/use-action-form";
import { toast } from "@/components/ui/toast";
import type { Action } from "@/lib/http/action-result";
import type { UpdateWebhookInput } from "@/lib/services/sites/webhook/schemas";
import type { WebhookView } from "@/lib/services/sites/webhook/webhook-view";
import { toFormValues, toInput, WebhookFields, type WebhookFormValues } from "./webhook-fields";

type EditWebhookProps = {
  webhook: WebhookView;
  groups: readonly ChoiceGroup[];
  canWrite: boolean;
  update: Action<UpdateWebhookInput, WebhookView>;
};

/** The settings of a webhook. What somebody else changes meanwhile appears where nothing was typed. */
export function EditWebhook({ webhook, groups, canWrite, update }: EditWebhookProps) {
  const router = useRouter();
  const [seenVersion, setSeenVersion] = useState(webhook.version);
  const { form, control, ...asked } = useActionForm<WebhookFormValues, WebhookView>({
    defaultValues: toFormValues(webhook),
    submit: (values) => update({ endpointId: webhook.id, seenVersion, ...toInput(values) }),
    onDone: (saved) => {
      fillFrom(saved);
      toast.success("Saved.");
      router.refresh();
    },
  });
  const { isDirty } = form.formState;
  function fillFrom(newer: WebhookView): void {
    setSeenVersion(newer.version);
    form.reset(toFormValues(newer));
  }
  useEffect(() => {
    if (webhook.version > seenVersion && !isDirty) fillFrom(webhook);
  });
  return (
    <Panel title="Settings">
      <ActionForm
        {...asked}
        submit="Save"
        isDisabled={!canWrite}
        isUnsaved={isDirty}
        aria-label="Settings"
      >
        <WebhookFields {...{ control, groups }} />
      </ActionForm>
    </Panel>
  );
}
