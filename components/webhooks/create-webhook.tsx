"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import type { ChoiceGroup } from "@/components/shared/choices-field";
import { Dialog } from "@/components/shared/dialog";
import { useActionForm } from "@/components/shared/use-action-form";
import { useReveal } from "@/components/shared/use-reveal";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/http/action-result";
import type { WebhookWithSecret } from "@/lib/services/sites/webhook/create";
import type { CreateWebhookInput } from "@/lib/services/sites/webhook/schemas";
import { SECRET_SHOWN } from "./secret-shown";
import { toFormValues, toInput, WebhookFields, type WebhookFormValues } from "./webhook-fields";

type CreateWebhookProps = {
  create: Action<CreateWebhookInput, WebhookWithSecret>;
  groups: readonly ChoiceGroup[];
};

/** Asks where to send what, then shows the secret once and goes to the new webhook. */
export function CreateWebhook({ create, groups }: CreateWebhookProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const reveal = useReveal();
  const { form, control, ...asked } = useActionForm<WebhookFormValues, WebhookWithSecret>({
    defaultValues: toFormValues(null),
    submit: (values) => create(toInput(values)),
    onDone: ({ id, secret }) => {
      setOpen(false);
      reveal(SECRET_SHOWN, secret, () => router.push(`/webhooks/${id}`));
    },
  });
  const open = () => {
    form.reset(toFormValues(null));
    setOpen(true);
  };
  return (
    <>
      <Button size="sm" onClick={open}>
        New webhook
      </Button>
      <Dialog title="New webhook" isOpen={isOpen} onOpenChange={setOpen} size="lg">
        <ActionForm {...asked} submit="Create webhook">
          <WebhookFields {...{ control, groups }} />
        </ActionForm>
      </Dialog>
    </>
  );
}
