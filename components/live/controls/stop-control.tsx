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
        This ends the run permanently. All waiting visitors lose their place, and starting again
        begins a new run at number 1. Limits set by your site (stock, grants, inlet) and the
        governor stay in effect. To hold the line temporarily, pause it instead.
      </DangerDialog>
    </>
  );
}
