"use client";

import { CalendarCheck, Play } from "lucide-react";
import { useState } from "react";
import { NeededList } from "@/components/live/still-needed";
import { DangerDialog } from "@/components/shared/danger-dialog";
import { formatDay } from "@/components/shared/format";
import { useRepeatAfterProof } from "@/components/shared/use-reauthenticate";
import { Button } from "@/components/ui/button";
import type { ReadinessCheck } from "@/lib/services/sites/readiness/checks";
import type { ControlProps } from "./control-props";

type StartButtonProps = ControlProps & {
  /** What the event lacks before it can take a visitor. */
  needed: readonly ReadinessCheck[];
};

/** Opens an event, or has it open at its start. Where something is missing it says what, and asks. */
export function StartButton({ event, needed, isDisabled, actions, run }: StartButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const repeatAfterProof = useRepeatAfterProof();
  const { eventId, name, status, opening, timeZone } = event;
  const start = () => repeatAfterProof(() => actions.start({ eventId }));
  const opensLater = opening?.type === "unarmed";
  const verb = opensLater ? "Schedule" : "Start";
  const Icon = opensLater ? CalendarCheck : Play;
  return (
    <>
      <Button
        fullWidth
        isDisabled={isDisabled}
        onClick={() => (needed.length > 0 ? setAsking(true) : void run(start))}
      >
        <Icon aria-hidden />
        {status === "stopped" ? "Start a new run" : verb}
      </Button>
      <DangerDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`${verb} ${name} anyway?`}
        confirm={`${verb} anyway`}
        variant="primary"
        run={() => run(start, "form")}
      >
        <p>
          {opensLater ? `It opens on ${formatDay(opening.atMs, timeZone)}. ` : null}
          Until this is done, visitors may not get through:
        </p>
        <NeededList needed={needed} />
      </DangerDialog>
    </>
  );
}
