"use client";

import { ConfirmButton } from "@/components/shared/confirm-button";
import type { Action } from "@/lib/http/action-result";
import type { ListedRehearsal } from "@/lib/services/operation/rehearsal/rehearsal-view";
import type { RehearsalIdInput } from "@/lib/services/operation/rehearsal/schemas";

type StopRehearsalProps = {
  rehearsal: ListedRehearsal;
  stop: Action<RehearsalIdInput, ListedRehearsal>;
};

export function StopRehearsal({ rehearsal, stop }: StopRehearsalProps) {
  const isLive = rehearsal.kind === "live";
  return (
    <ConfirmButton
      trigger={isLive ? "Stop the rehearsal" : "Cancel"}
      isDisabled={rehearsal.isStopping}
      title={isLive ? "Stop the rehearsal?" : "Cancel the simulation?"}
      confirm={isLive ? "Stop rehearsal" : "Cancel simulation"}
      run={() => stop({ rehearsalId: rehearsal.id })}
    >
      {isLive
        ? "Removes the test visitors and the copy of the event. Results so far are kept."
        : "Results so far are lost. You can run it again."}
    </ConfirmButton>
  );
}
