import { DoorOpen, ListOrdered } from "lucide-react";
import { useState } from "react";
import { DangerDialog } from "@/components/shared/danger-dialog";
import { plural } from "@/components/shared/format";
import { RoleNote } from "@/components/shared/role-note";
import { sayIfAsked } from "@/components/shared/say-if-asked";
import { useRepeatAfterProof } from "@/components/shared/use-reauthenticate";
import { Button } from "@/components/ui/button";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import type { ControlProps } from "./control-props";

type LetThroughProps = ControlProps & { live: EventLive; mayLetThrough: boolean };

/** Opens the doors to everybody, after the event's name was typed, and closes them again. */
export function LetThroughControl(props: LetThroughProps) {
  const { event, live, isDisabled, actions, run, mayLetThrough } = props;
  const [isOpen, setOpen] = useState(false);
  const repeatAfterProof = useRepeatAfterProof();
  const { eventId, name } = event;
  if (event.letThrough) {
    return (
      <Button
        fullWidth
        isDisabled={isDisabled}
        onClick={() => void run(() => actions.endLetThrough({ eventId }))}
      >
        <ListOrdered aria-hidden />
        Stop letting everyone through
      </Button>
    );
  }
  if (!mayLetThrough) {
    return <RoleNote permission="event:let-through" act="let everyone through" />;
  }
  const waiting = live.snapshot?.waiting ?? 0;
  return (
    <>
      <Button fullWidth variant="danger-soft" isDisabled={isDisabled} onClick={() => setOpen(true)}>
        <DoorOpen aria-hidden />
        Let everyone through
      </Button>
      <DangerDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`Let everyone through at ${name}?`}
        confirm="Let everyone through"
        typeName={name}
        run={() => repeatAfterProof(() => run(() => actions.letThrough({ eventId }), "form"))}
        onDone={sayIfAsked}
      >
        {waiting === 0
          ? "All new visitors"
          : `${plural(waiting, "waiting visitor")} and all new visitors`}{" "}
        will reach your site within seconds, regardless of the outflow. You can stop this at any
        time, but visitors already admitted stay in. Invitations are still required.
      </DangerDialog>
    </>
  );
}
