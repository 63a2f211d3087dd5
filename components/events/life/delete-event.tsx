import { useRouter } from "next/navigation";
import { useState } from "react";
import { DangerDialog } from "@/components/shared/danger-dialog";
import { sayIfAsked } from "@/components/shared/say-if-asked";
import { useRepeatAfterProof } from "@/components/shared/use-reauthenticate";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { Asked } from "@/lib/domain/approval/approval";
import type { Action } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { DeleteEventInput } from "@/lib/services/event/settings/inputs";
import type { EventLosses } from "@/lib/services/operation/removal/losses";
import { lossesInWords } from "./losses-in-words";

type DeleteEventProps = {
  event: EventView;
  losses: EventLosses;
  isDisabled: boolean;
  remove: Action<DeleteEventInput, { readonly eventId: string } | Asked>;
};

/** Deletes the event once its name was typed. */
export function DeleteEvent({ event, losses, isDisabled, remove }: DeleteEventProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const repeatAfterProof = useRepeatAfterProof();
  const { eventId, name } = event;
  return (
    <>
      <Button size="sm" variant="danger-soft" isDisabled={isDisabled} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <DangerDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`Delete ${name}`}
        confirm="Delete event"
        typeName={name}
        run={() => repeatAfterProof(() => remove({ eventId, name }))}
        onDone={(answer) => {
          if (sayIfAsked(answer)) return;
          toast.success(`${name} deleted`);
          router.push("/events");
        }}
      >
        {lossesInWords(losses)} This cannot be undone. To keep its history, archive it instead.
      </DangerDialog>
    </>
  );
}
