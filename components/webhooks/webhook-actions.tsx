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

type ChangeSecret = Action<{ endpointId: string; overlapHours: number }, WebhookWithSecret>;

type WebhookActionsProps = {
  webhook: WebhookView;
  turn: Action<{ endpointId: string; isOn: boolean }, unknown>;
  test: Action<{ endpointId: string }, DeliveryView>;
  changeSecret: ChangeSecret;
  remove: Action<{ endpointId: string }, unknown>;
};

/** What can be done with a webhook as a whole. */
export function WebhookActions({ webhook, turn, test, changeSecret, remove }: WebhookActionsProps) {
  const router = useRouter();
  const { act, isPending, message } = useAct();
  const { id: endpointId, isOn, name } = webhook;
  const sendTest = () =>
    act(
      () => test({ endpointId }),
      ({ id }) => router.push(`/webhooks/${endpointId}/deliveries/${id}`),
    );
  const turnIt = () => act(() => turn({ endpointId, isOn: !isOn }), router.refresh);
  return (
    <>
      <Button size="sm" variant="secondary" isDisabled={isPending} onClick={sendTest}>
        Send a test
      </Button>
      <Button size="sm" variant="secondary" isDisabled={isPending} onClick={turnIt}>
        {isOn ? "Turn off" : "Turn on"}
      </Button>
      <AskAndReveal label="Change the secret" variant="secondary" revealed={SECRET_SHOWN}>
        {(reveal) => <SecretForm {...{ endpointId, changeSecret, reveal }} />}
      </AskAndReveal>
      <ConfirmButton
        trigger="Delete"
        triggerVariant="danger-soft"
        title={`Delete ${name}?`}
        confirm="Delete webhook"
        run={() => remove({ endpointId })}
        onDone={() => router.push("/webhooks")}
      >
        What is waiting to be sent and the log of deliveries go with it.
      </ConfirmButton>
      <FormMessage message={message} />
    </>
  );
}

type SecretFormProps = {
  endpointId: string;
  changeSecret: ChangeSecret;
  reveal: (text: string) => void;
};

const OVERLAPS = [
  { value: "24", label: "24 hours" },
  { value: "168", label: "7 days" },
  { value: "0", label: "Not at all: the old secret has leaked" },
];

function SecretForm({ endpointId, changeSecret, reveal }: SecretFormProps) {
  const { control, ...asked } = useActionForm<{ hours: string }, WebhookWithSecret>({
    defaultValues: { hours: "24" },
    submit: ({ hours }) => changeSecret({ endpointId, overlapHours: Number(hours) }),
    onDone: ({ secret }) => reveal(secret),
  });
  return (
    <ActionForm {...asked} submit="Change the secret">
      <SelectField
        control={control}
        name="hours"
        label="The old secret signs as well for"
        options={OVERLAPS}
      />
    </ActionForm>
  );
}
