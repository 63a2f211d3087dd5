"use client";

import { useRouter } from "next/navigation";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { FormMessage } from "@/components/shared/form-message";
import { useAct } from "@/components/shared/use-act";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { Action } from "@/lib/http/action-result";
import type { DeliveryView } from "@/lib/services/sites/webhook/delivery-view";

type Act = Action<{ endpointId: string; deliveryId: string }, unknown>;
type DeliveryActionsProps = {
  endpointId: string;
  delivery: Pick<DeliveryView, "id" | "state">;
  replay: Act;
  skip: Act;
};

/** Sends a message again, or gives up one that is stuck. */
export function DeliveryActions({ endpointId, delivery, replay, skip }: DeliveryActionsProps) {
  const router = useRouter();
  const { act, isPending, message } = useAct();
  const input = { endpointId, deliveryId: delivery.id };
  if (delivery.state === "waiting") {
    return (
      <ConfirmButton
        trigger="Skip"
        title="Skip this message?"
        confirm="Skip it"
        run={() => skip(input)}
      >
        It is not sent any more, and those after it for the same event go out. You can send it again
        later.
      </ConfirmButton>
    );
  }
  const sendAgain = () =>
    act(
      () => replay(input),
      () => {
        toast.success("It is sent again.");
        router.push(`/webhooks/${endpointId}`);
      },
    );
  return (
    <>
      <Button size="sm" variant="secondary" isDisabled={isPending} onClick={sendAgain}>
        Send again
      </Button>
      <FormMessage message={message} />
    </>
  );
}
