"use client";

import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/shared/action-form";
import { AskAndReveal } from "@/components/shared/ask-and-reveal";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { FormMessage } from "@/components/shared/form-message";
import { SelectField } from "@/components/shared/select-field";
import { useAct } from "@/components/shared/use-act";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/http/action-result";
import type { WebhookWithSecret } from "@/lib/services/sites/webhook/create";
import type { DeliveryView } from "@/lib/services/sites/webhook/delivery-view";
import type { WebhookView } from "@/lib/services/sites/webhook/webhook-view";
import { SECRET_SHOWN } from "./secret-shown";

type RotateSecret = Action<{ endpointId: string; overlapHours: number }, WebhookWithSecret>;

type WebhookActionsProps = {
  webhook: WebhookView;
  setState: Action<{ endpointId: string; isOn: boolean }, unknown>;
  test: Action<{ endpointId: string }, DeliveryView>;
  rotateSecret: RotateSecret;
  remove: Action<{ endpointId: string }, unknown>;
};

/** What can be done with a webhook as a whole. */
export function WebhookActions({
  webhook,
  setState,
  test,
  rotateSecret,
  remove,
}: WebhookActionsProps) {
  const router = useRouter();
  const { act, isPending, message } = useAct();
  const { id: endpointId, isOn, name } = webhook;
  const sendTest = () =>
    act(
      () => test({ endpointId }),
      ({ id }) => router.push(`/webhooks/${endpointId}/deliveries/${id}`),
    );
  const toggle = () => act(() => setState({ endpointId, isOn: !isOn }), router.refresh);
  return (
    <>
      <Button size="sm" variant="secondary" isDisabled={isPending} onClick={sendTest}>
        Send test
      </Button>
      <Button size="sm" variant="secondary" isDisabled={isPending} onClick={toggle}>
        {isOn ? "Turn off" : "Turn on"}
      </Button>
      <AskAndReveal label="Rotate secret" variant="secondary" revealed={SECRET_SHOWN}>
        {(reveal) => <SecretForm {...{ endpointId, rotateSecret, reveal }} />}
      </AskAndReveal>
      <ConfirmButton
        trigger="Delete"
        triggerVariant="danger-soft"
        title={`Delete ${name}?`}
        confirm="Delete webhook"
        run={() => remove({ endpointId })}
        onDone={() => router.push("/webhooks")}
      >
        Deletes its pending messages and its delivery log permanently.
      </ConfirmButton>
      <FormMessage message={message} />
    </>
  );
}

type SecretFormProps = {
  endpointId: string;
  rotateSecret: RotateSecret;
  reveal: (text: string) => void;
};

const OVERLAPS = [
  { value: "24", label: "24 hours" },
  { value: "168", label: "7 days" },
  { value: "0", label: "Stop now (the secret was leaked)" },
];

function SecretForm({ endpointId, rotateSecret, reveal }: SecretFormProps) {
  const { control, ...asked } = useActionForm<{ hours: string }, WebhookWithSecret>({
    defaultValues: { hours: "24" },
    submit: ({ hours }) => rotateSecret({ endpointId, overlapHours: Number(hours) }),
    onDone: ({ secret }) => reveal(secret),
  });
  return (
    <ActionForm {...asked} submit="Rotate secret">
      <SelectField
        control={control}
        name="hours"
        label="Keep signing with the old secret for"
        options={OVERLAPS}
      />
    </ActionForm>
  );
}
