"use client";

import { useRouter } from "next/navigation";
import { ConfirmButton } from "@/components/shared/confirm-button";
import type { Action } from "@/lib/http/action-result";
import type { ListedRehearsal } from "@/lib/services/rehearsal/rehearsal-view";
import type { RehearsalIdInput } from "@/lib/services/rehearsal/schemas";

type StopRehearsalProps = {
  rehearsal: ListedRehearsal;
  stop: Action<RehearsalIdInput, ListedRehearsal>;
};

export function StopRehearsal({ rehearsal, stop }: StopRehearsalProps) {
  const router = useRouter();
  const isLive = rehearsal.kind === "live";
  return (
    <ConfirmButton
      trigger={isLive ? "Stop the rehearsal" : "Cancel"}
      isDisabled={rehearsal.isStopping}
      title={isLive ? "Stop the rehearsal?" : "Cancel the what-if?"}
      confirm={isLive ? "Stop it" : "Cancel it"}
      run={() => stop({ rehearsalId: rehearsal.id })}
      onDone={router.refresh}
    >
      {isLive
        ? "The test visitors go home, and the copy of the event is removed. What was seen so far is kept."
        : "What was played so far is lost. You can play it again."}
    </ConfirmButton>
  );
}
