"use client";

import { Square } from "lucide-react";
import { useState } from "react";
import { DangerDialog } from "@/components/shared/danger-dialog";
import { sayIfAsked } from "@/components/shared/say-if-asked";
import { useRepeatAfterProof } from "@/components/shared/use-reauthenticate";
import { Button } from "@/components/ui/button";
import type { ControlProps } from "./control-props";

/** Ends the run, after its name was typed. */
export function StopControl({ event, isDisabled, actions, run }: ControlProps) {
  const [isOpen, setOpen] = useState(false);
  const repeatAfterProof = useRepeatAfterProof();
  const { eventId, name } = event;
  return (
    <>
      <Button fullWidth variant="danger-soft" isDisabled={isDisabled} onClick={() => setOpen(true)}>
        <Square aria-hidden />
        Stop
      </Button>
      <DangerDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`Stop ${name}?`}
        confirm="Stop the run"
        typeName={name}
        run={() => repeatAfterProof(() => run(() => actions.stop({ eventId }), "form"))}
        onDone={sayIfAsked}
      >
        The run ends for good. Everybody who waits loses their place, and starting again begins a
        new run at number 1; limits that the site has set (stock, grants, inlet) and the governor’s
        stay in force. To hold the line for a while, pause it instead.
      </DangerDialog>
    </>
  );
}
