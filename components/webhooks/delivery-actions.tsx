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

/** Resends a message, or skips one that is stuck. */
export function DeliveryActions({ endpointId, delivery, replay, skip }: DeliveryActionsProps) {
  const router = useRouter();
  const { act, isPending, message } = useAct();
  const input = { endpointId, deliveryId: delivery.id };
  if (delivery.state === "pending") {
    return (
      <ConfirmButton
        trigger="Skip"
        title="Skip this message?"
        confirm="Skip message"
        run={() => skip(input)}
      >
        Later messages about the same event are sent without it. You can resend it at any time.
      </ConfirmButton>
    );
  }
  const sendAgain = () =>
    act(
      () => replay(input),
      () => {
        toast.success("Resending the message.");
        router.push(`/webhooks/${endpointId}`);
      },
    );
  return (
    <>
      <Button size="sm" variant="secondary" isDisabled={isPending} onClick={sendAgain}>
        Resend
      </Button>
      <FormMessage message={message} />
    </>
  );
}
